/** One sentence for each fact of the game; the sentences are shared with the written-out record. */
import { turnSteps, type TurnStep } from '../../board/turn';
import { parseMeld } from '../../board/notation';
import { locale, t } from '../../i18n/i18n.svelte';
import type { Params } from '../../i18n/format';
import type { GameEvent } from '../../net/events';
import { meldName } from './meldname';
import { tileName, tileNames } from './names';

export interface LogLine {
  readonly text: string;
  readonly seat: number | null;
}

type Played = Extract<GameEvent, { t: 'played' }>;

/** The lines of all `events`, the first to the last. */
export function logLines(
  events: readonly GameEvent[],
  name: (seat: number) => string,
  palette: readonly string[],
): LogLine[] {
  let table: readonly string[] = [];
  return events.flatMap((event) => {
    const before = table;
    if (event.t === 'played' || event.t === 'timed-out') table = event.table;
    return logLine(event, before, name, palette) ?? [];
  });
}

/** The line of one fact, null for those nobody tells; `before` is the table as it lay. */
function logLine(
  event: GameEvent,
  before: readonly string[],
  name: (seat: number) => string,
  palette: readonly string[],
): LogLine | null {
  const say = (seat: number | null, key: string, params: Params = {}): LogLine => ({
    seat,
    text: locale.code('event', key, seat === null ? params : { name: name(seat), ...params }),
  });
  switch (event.t) {
    case 'started':
      return say(event.starter, 'starter');
    case 'played':
      return { seat: event.seat, text: playedText(event, before, name(event.seat), palette) };
    case 'drew':
      return event.tile === null
        ? say(event.seat, 'drew')
        : say(event.seat, 'drew-tile', { tile: tileName(event.tile, palette) });
    case 'passed':
      return say(event.seat, 'passed');
    case 'timed-out': {
      const count = event.outcome === 'stood' ? event.played.length : event.drawn;
      return say(event.seat, `timed-out-${event.outcome}`, { count, tiles: tileNames(event.played, palette) });
    }
    case 'resigned':
    case 'stood-in':
    case 'came-back':
      return say(event.seat, event.t);
    case 'ended': {
      const names = event.result.winners.map(name).join(', ');
      return say(null, event.result.winners.length === 0 ? 'ended-drawn' : `ended-${event.result.reason}`, { names });
    }
    default:
      return null;
  }
}

/** "Ana: opened with 33 points; new run, red 10 to 12; black 4 added to set 2; 6 tiles left". */
function playedText(event: Played, before: readonly string[], name: string, palette: readonly string[]): string {
  const what = (step: TurnStep): string => {
    switch (step.t) {
      case 'new': {
        const { kind, tiles } = parseMeld(event.table[step.meld] ?? '');
        return t('turn-new', { what: meldName(kind, tiles, palette) });
      }
      case 'added':
        return t('turn-added', { tiles: tileNames(step.tiles, palette), set: step.meld + 1 });
      case 'rearranged':
        return step.tiles.length === 0
          ? t('turn-rearranged', { count: step.count })
          : t('turn-rearranged-with', { count: step.count, tiles: tileNames(step.tiles, palette) });
      case 'joker':
        return t('turn-joker');
    }
  };
  const steps = turnSteps(before, event.table, event.played).map(what);
  const opened = event.opened ? [t('turn-opened', { points: event.points })] : [];
  return `${name}: ${[...opened, ...steps, t('turn-left', { count: event.left })].join('; ')}`;
}
