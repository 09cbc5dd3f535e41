/** What one reader prefers in this browser. */
import type { TableLook } from './look/tables';
import { device } from './storage';

export const THEMES = ['system', 'light', 'dark'] as const;
export const FACES = ['band', 'plain', 'letters'] as const;
/** In per cent of the device's own size. */
export const TEXT_SIZES = ['100', '125', '150', '200'] as const;
export type Theme = (typeof THEMES)[number];
export type Face = (typeof FACES)[number];
export type TextSize = (typeof TEXT_SIZES)[number];
/** How fast the turns of others are shown; `off`: tiles just glide to their places. */
export const SPEEDS = ['off', 'fast', 'normal', 'slow'] as const;
export type Speed = (typeof SPEEDS)[number];
export const VOLUMES = ['quiet', 'normal', 'loud'] as const;
export type Volume = (typeof VOLUMES)[number];

const STORED = 'tilerummy.settings';

interface Kept {
  theme: Theme;
  text: TextSize;
  face: Face;
  table: TableLook;
  sound: boolean;
  volume: Volume;
  notify: boolean;
  letters: boolean;
  speed: Speed;
  missed: boolean;
  joins: boolean;
  level: string;
  follows: boolean;
  name: string;
}

function read(): Kept {
  const standard: Kept = {
    theme: 'system',
    text: '100',
    face: 'band',
    table: 'felt-green',
    sound: true,
    volume: 'normal',
    notify: false,
    letters: true,
    speed: 'normal',
    missed: true,
    joins: true,
    level: 'gentle',
    follows: true,
    name: '',
  };
  return { ...standard, ...device.recall<Kept>(STORED) };
}

class Settings {
  #kept = $state<Kept>(read());
  /** The browser did not keep the last change. */
  unkept = $state(false);

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(value: Theme) {
    this.#keep({ theme: value });
  }
  get text(): TextSize {
    return this.#kept.text;
  }
  set text(value: TextSize) {
    this.#keep({ text: value });
  }
  get face(): Face {
    return this.#kept.face;
  }
  set face(value: Face) {
    this.#keep({ face: value });
  }
  get table(): TableLook {
    return this.#kept.table;
  }
  set table(value: TableLook) {
    this.#keep({ table: value });
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(value: boolean) {
    this.#keep({ sound: value });
  }
  get volume(): Volume {
    return this.#kept.volume;
  }
  set volume(value: Volume) {
    this.#keep({ volume: value });
  }
  /** A message of the browser when the turn comes; the browser must have allowed it. */
  get notify(): boolean {
    return this.#kept.notify;
  }
  set notify(value: boolean) {
    this.#keep({ notify: value });
  }
  /** Whether single letters are keys at the table. */
  get letters(): boolean {
    return this.#kept.letters;
  }
  set letters(value: boolean) {
    this.#keep({ letters: value });
  }
  get speed(): Speed {
    return this.#kept.speed;
  }
  set speed(value: Speed) {
    this.#keep({ speed: value });
  }
  /** Whether the page says after a turn that more could have been laid. */
  get missed(): boolean {
    return this.#kept.missed;
  }
  set missed(value: boolean) {
    this.#keep({ missed: value });
  }
  /** Whether drawn tiles join the order of a sorted rack. */
  get joins(): boolean {
    return this.#kept.joins;
  }
  set joins(value: boolean) {
    this.#keep({ joins: value });
  }
  /** The level of the computer players of *Play now*. */
  get level(): string {
    return this.#kept.level;
  }
  set level(value: string) {
    this.#keep({ level: value });
  }
  /** Whether that level follows the reader's results. */
  get follows(): boolean {
    return this.#kept.follows;
  }
  set follows(value: boolean) {
    this.#keep({ follows: value });
  }
  /** The name last used to take a seat. */
  get name(): string {
    return this.#kept.name;
  }
  set name(value: string) {
    this.#keep({ name: value });
  }

  /** Every setting by name, for another browser of the same reader. */
  get all(): Readonly<Record<string, string | boolean>> {
    return { ...this.#kept };
  }

  /** What another browser has set, where this one has set nothing yet. */
  take(given: Readonly<Record<string, unknown>>): void {
    if (device.recall<Kept>(STORED) !== null) return;
    const known = Object.entries(this.#kept).filter(([name, value]) => typeof given[name] === typeof value);
    this.#keep(Object.fromEntries(known.map(([name]) => [name, given[name]])));
  }

  apply(): void {
    document.documentElement.dataset.theme = this.#kept.theme;
    document.documentElement.dataset.text = this.#kept.text;
    document.documentElement.dataset.face = this.#kept.face;
    document.documentElement.dataset.table = this.#kept.table;
  }

  #keep(changed: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...changed };
    this.unkept = !device.remember(STORED, JSON.stringify(this.#kept));
    this.apply();
  }
}

export const settings = new Settings();
