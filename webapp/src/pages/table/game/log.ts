/** One sentence for each event of the game; the sentences are shared with the written-out record. */
import { turnSteps, type TurnStep } from '../../../board/turn';
import { parseMeld } from '../../../board/notation';
import type { Unopened } from '../../../gen/protocol';
import { locale, t } from '../../../i18n/i18n.svelte';
import type { Params } from '../../../i18n/format';
import type { GameEvent } from '../../../net/events';
import { dayText } from '../days/when';
import { meldName } from './meld_name';
import { tileName, tileNames } from './names';

export interface LogLine {
  readonly text: string;
  readonly seat: number | null;
}

type Played = Extract<GameEvent, { t: 'played' }>;
type Started = Extract<GameEvent, { t: 'started' }>;
type Late = Extract<GameEvent, { t: 'timed-out' }>;
type Ended = Extract<GameEvent, { t: 'ended' }>;

/** The lines of all `events`, the first to the last, for the reader at seat `you`. */
export function logLines(
  events: readonly GameEvent[],
  you: number | null,
  seatName: (seat: number) => string,
  palette: readonly string[],
  /** What lay there before all events. */
  laid: readonly string[],
): LogLine[] {
  const name = (seat: number): string => (seat === you ? t('you') : seatName(seat));
  let table = laid;
  return events.flatMap((event) => {
    const before = table;
    if (event.t === 'played' || event.t === 'timed-out') table = event.table;
    return logLine(event, before, you, name, palette) ?? [];
  });
}

/** The line of one event, null for those nobody tells; `before` is the table as it lay. */
export function logLine(
  event: GameEvent,
  before: readonly string[],
  you: number | null,
  name: (seat: number) => string,
  palette: readonly string[],
): LogLine | null {
  const say = (seat: number | null, key: string, params: Params = {}): LogLine => ({
    seat,
    text: locale.code('event', key, seat === null ? params : { name: name(seat), ...params }),
  });
  /** What the reader did is told to their face, where there is a sentence for it. */
  const tell = (seat: number, key: string, params: Params = {}): LogLine => {
    const told = say(seat, key, params);
    return seat === you ? { ...told, text: locale.code('event', `${key}-you`, params, told.text) } : told;
  };
  switch (event.t) {
    case 'started':
      return startLine(event, tell(event.starter, 'starter'), name, palette);
    case 'redealt':
      return tell(event.seat, 'redealt', { tiles: tileNames(event.doubles, palette) });
    case 'played':
      return { seat: event.seat, text: playedText(event, before, name(event.seat), palette) };
    case 'drew':
      return event.tile === null
        ? tell(event.seat, 'drew')
        : tell(event.seat, 'drew-tile', { tile: tileName(event.tile, palette) });
    case 'passed':
      return tell(event.seat, event.proof === 'unproved' ? 'passed-unproved' : 'passed');
    case 'timed-out':
      return { seat: event.seat, text: lateText(event, name(event.seat), palette) };
    case 'resigned':
    case 'stood-in':
    case 'came-back':
    case 'owner':
    case 'take-back-asked':
    case 'pause-asked':
    case 'going-on':
    case 'tiles-kept':
      return tell(event.seat, event.t);
    case 'holiday':
      return event.until === null
        ? tell(event.seat, 'holiday-over')
        : tell(event.seat, 'holiday', { day: dayText(event.until) });
    case 'time-over':
      return tell(event.seat, `time-over-${event.then}`);
    case 'waiting-ended':
      return tell(event.seat, event.t);
    case 'take-back-answered':
      return tell(event.seat, event.yes ? 'take-back-yes' : 'take-back-no');
    case 'pause-answered':
      return tell(event.seat, event.yes ? 'pause-yes' : 'pause-no');
    case 'paused':
    case 'went-on':
      return say(null, event.t);
    case 'left-match':
      return { seat: null, text: locale.code('event', event.t, { name: event.name }) };
    case 'ended':
      return { seat: null, text: endText(event, you, name, palette) };
    default:
      return null;
  }
}

/** "Ana: time up, 3 tiles drawn". */
function lateText({ outcome, drawn, played }: Late, name: string, palette: readonly string[]): string {
  const free = outcome === 'stood' && drawn === 0;
  const key = outcome === 'stood' && !free ? 'stood-late' : outcome;
  const count = free ? played.length : drawn;
  return locale.code('event', `timed-out-${key}`, { name, count, tiles: tileNames(played, palette) });
}

/** How the game ended, and what those pay who had not opened. */
function endText(
  { result: { winners, reason, unopened } }: Ended,
  you: number | null,
  name: (seat: number) => string,
  palette: readonly string[],
): string {
  const [only, another] = winners;
  const key = only === undefined ? 'ended-drawn' : `ended-${reason}`;
  const mine = only === you && another === undefined;
  const ended = locale.code('event', mine ? `${key}-you` : key, { names: winners.map(name).join(', ') });
  const told = unopened.map((bill) => unopenedText(bill, you, name, palette));
  return told.reduce((first, then) => locale.code('event', 'turn-then', { first, then }), ended);
}

/** "Ana: has not opened but could have (run, red 10 to 12), pays 200 points"; the reader is told to their face. */
export function unopenedText(
  { seat, proof, pays, opening }: Unopened,
  you: number | null,
  seatName: (seat: number) => string,
  palette: readonly string[],
): string {
  const melds = opening.map((text) => {
    const { kind, tiles } = parseMeld(text);
    return meldName(kind, tiles, palette);
  });
  const key = `unopened-${proof}${seat === you ? '-you' : ''}`;
  return locale.code('event', key, { name: seatName(seat), points: pays, melds: melds.join('; ') });
}

/** "Draw for the first turn: Ana blue 9, Ben red 9; tied, again: Ana black 3, Ben red 12", and who starts. */
function startLine(
  { lots }: Started,
  starts: LogLine,
  name: (seat: number) => string,
  palette: readonly string[],
): LogLine {
  const draws = [...new Set(lots.map((lot) => lot.round))].map((round) =>
    lots
      .filter((lot) => lot.round === round)
      .map((lot) => `${name(lot.seat)} ${tileName(lot.tile, palette)}`)
      .join(', '),
  );
  const first = draws.reduce(
    (first, again) => locale.code('event', first === '' ? 'draw' : 'draw-again', { first, draws: again }),
    '',
  );
  return { ...starts, text: locale.code('event', 'turn-then', { first, then: starts.text }) };
}

/** "Ana: opened with 33 points; new run, red 10 to 12; black 4 added to meld 2; 6 tiles left". */
function playedText(event: Played, before: readonly string[], name: string, palette: readonly string[]): string {
  const told = (step: TurnStep): string => {
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
  const steps = turnSteps(before, event.table, event.played).map(told);
  const opened = event.opened ? [t('turn-opened', { points: event.points })] : [];
  const what = [...opened, ...steps, t('turn-left', { count: event.left })];
  return locale.code('event', 'turn', {
    name,
    what: what.reduce((first, then) => locale.code('event', 'turn-then', { first, then })),
  });
}
