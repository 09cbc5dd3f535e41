/** When and where an evening is, and what is noted of it, as `sheets/about.py` takes it. */
import type { SheetCommand } from '../../../gen/protocol';
import type { Paper } from '../paper';

export type About = Paper['about'];

/** The server's limits. */
export const LONGEST_PLACE = 60;
export const LONGEST_NOTE = 280;

/** A day of this device's calendar, as `2026-11-28`. */
export function day(milliseconds = Date.now()): string {
  const date = new Date(milliseconds);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The evening with what is said of it; null where that was said already, or is nothing it can be. */
export function described(paper: Paper, command: Extract<SheetCommand, { t: 'about' }>): Partial<Paper> | null {
  const old = paper.about;
  const about = {
    date: (command.date ?? old.date).trim(),
    place: line(command.place ?? old.place),
    note: line(command.note ?? old.note),
  };
  const same = about.date === old.date && about.place === old.place && about.note === old.note;
  return same || !fits(about) ? null : { about };
}

/** Whether the server takes it. */
export function fits({ date, place, note }: About): boolean {
  return (date === '' || isDate(date)) && line(place).length <= LONGEST_PLACE && line(note).length <= LONGEST_NOTE;
}

export function isDate(text: string): boolean {
  return /^(19|20)\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);
}

function line(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** A day in the reader's words; what is no day as it is. */
export function dayText(date: string, region: string, dateStyle: 'medium' | 'long' = 'medium'): string {
  if (!isDate(date)) return date;
  return new Intl.DateTimeFormat(region, { dateStyle, timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`));
}
