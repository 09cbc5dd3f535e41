/** Everything a replay says: a namespace of its own in the message files. */
import { HOUR, left as words } from '../../../i18n/duration';
import { locale, t } from '../../../i18n/i18n.svelte';
import type { KeyOf } from '../../../i18n/english';
import type { Params } from '../../../i18n/format';
import type { StepLaid } from '../../../gen/protocol';
import { clockText } from '../../table/game/clock';
import { logLine, logLines } from '../../table/game/log';
import { stepText } from '../../table/game/steps';
import type { Moment } from './moments';
import type { Source } from './source';

export type ReplayKey = KeyOf<'replay'>;

/** Text of a key of the namespace, typed against the English files. */
export function rt(key: ReplayKey, params: Params = {}): string {
  return locale.code('replay', key, params);
}

/** A player's name, or the number of the seat where none is known; whose replay it is reads "You". */
export function seatName(source: Source, seat: number): string {
  if (seat === source.you) return t('you');
  return source.names[seat] || locale.code('event', 'player', { number: seat + 1 });
}

/** Which racks are looked at: all, none, or that of one seat. */
export type View = 'all' | 'none' | number;

/** The sentence of a moment, as the viewer of `view` may hear it. */
export function sentence(source: Source, moments: readonly Moment[], at: number, view: View): string {
  const name = (seat: number): string => seatName(source, seat);
  const moment = moments[at];
  if (moment === undefined) return '';
  const { palette } = source.edition;
  if (moment.event === null) {
    const dealt = source.rows.flatMap((row) => row.events).filter(({ t }) => t === 'started' || t === 'redealt');
    const told = logLines(dealt, source.you, name, palette, []).map(({ text }) => text);
    return told.reduce((first, then) => locale.code('event', 'turn-then', { first, then }));
  }
  const hidden = view !== 'all' && view !== moment.seat;
  const event =
    moment.event.t === 'drew' && hidden ? { ...moment.event, tile: null } : withTile(moment, moments[at - 1]);
  return logLine(event, moments[at - 1]?.table ?? [], source.you, name, palette)?.text ?? '';
}

/** A draw with the tile that it brought, where the racks lie open. */
function withTile(moment: Moment, before: Moment | undefined): NonNullable<Moment['event']> {
  const event = moment.event as NonNullable<Moment['event']>;
  if (event.t !== 'drew' || event.tile !== null) return event;
  const left = [...(before?.racks[event.seat] ?? [])];
  const tile = moment.racks[event.seat]?.find((kind) => {
    const same = left.indexOf(kind);
    if (same >= 0) left.splice(same, 1);
    return same < 0;
  });
  return { ...event, tile: tile ?? null };
}

export function toldText(told: Pick<StepLaid, 'code' | 'params'> | null, palette: readonly string[]): string {
  return told === null ? rt('step-moved') : stepText(told, palette);
}

/** Milliseconds as minutes and seconds; from an hour on as people count those. */
export const timeText = (milliseconds: number): string => {
  const seconds = milliseconds / 1000;
  return seconds > HOUR ? words(seconds, locale.language) : clockText(seconds);
};

export const tilesText = (count: number): string => t('tiles-count', { count });
