/** The fold: the rows of a game become its moments, each what lay where after a turn. Nothing is judged here. */
import { isJoker, numberOf, runKey, type Kind } from '../../../board/tiles';
import type { GameEvent } from '../../../net/events';
import { MOST_TURNS, Unreadable, type Source } from './source';

/** What the game looks like after a turn; `null` is what the viewer may not know. */
export interface Moment {
  /** The event that led here; null for the deal. */
  readonly event: GameEvent | null;
  readonly seat: number | null;
  /** Which of the turns it is, from 1; 0 for the deal, the end, and who gives up. */
  readonly turn: number;
  readonly at: number | null;
  /** Milliseconds the turn took. */
  readonly took: number | null;
  /** By seat: tiles on the rack, which ones, what they cost, milliseconds left on the game clock. */
  readonly tiles: readonly number[];
  readonly racks: readonly (readonly Kind[] | null)[];
  readonly points: readonly (number | null)[];
  readonly banks: readonly (number | null)[];
  readonly table: readonly string[];
  readonly pool: number;
}

type Of<T extends GameEvent['t']> = Extract<GameEvent, { t: T }>;
type Turn = Of<'played' | 'drew' | 'passed' | 'timed-out' | 'resigned' | 'ended'>;
const TURNS: readonly string[] = ['played', 'drew', 'passed', 'timed-out', 'resigned', 'ended'];
const isTurn = (event: GameEvent): event is Turn => TURNS.includes(event.t);

/** The start of the game: the draw for the first turn, and what was dealt. */
export function startOf(source: Source): Of<'started'> {
  const started = source.rows.flatMap((row) => row.events).find((event) => event.t === 'started');
  if (started === undefined) throw new Unreadable('damaged', { line: 2 });
  return started;
}

/** The moments of a game, the deal first. Throws Unreadable, its `line` that of a record, for rows that do not fit. */
export function momentsOf(source: Source): Moment[] {
  const fold = new Fold(source);
  for (const [index, row] of source.rows.entries()) {
    for (const event of row.events) {
      try {
        fold.follow(event, row.at);
      } catch (fault) {
        throw fault instanceof Misfit ? new Unreadable('damaged', { line: index + 2 }) : fault;
      }
    }
  }
  if (fold.moments.length === 0) throw new Unreadable('damaged', { line: source.rows.length + 2 });
  return fold.moments;
}

class Misfit extends Error {}

function check(holds: boolean): asserts holds {
  if (!holds) throw new Misfit();
}

class Fold {
  readonly moments: Moment[] = [];
  readonly #source: Source;
  readonly #racks: (Kind[] | null)[];
  readonly #pool: Kind[] | null;
  #tiles: number[] = [];
  #banks: (number | null)[];
  #turn = 0;
  /** Since when the game stands, and how long it has stood in this turn (ms). */
  #paused: number | null = null;
  #stood = 0;
  #over = false;

  constructor(source: Source) {
    this.#source = source;
    this.#racks = source.names.map((_, seat) => [...(source.deal?.racks[seat] ?? [])]);
    this.#pool = source.deal === null ? null : [...source.deal.pool];
    this.#banks = source.names.map(() => null);
  }

  follow(event: GameEvent, at: number | null): void {
    if (event.t === 'paused') this.#paused = at;
    else if (event.t === 'went-on') this.#goOn(at);
    else if (event.t === 'clock') this.#clock(event.seat, event.bank);
    else if (event.t === 'dealt' || event.t === 'redealt') this.#dealt(event, at);
    else if (isTurn(event)) this.#next(event, at);
  }

  #goOn(at: number | null): void {
    if (at !== null && this.#paused !== null) this.#stood += at - this.#paused;
    this.#paused = null;
  }

  /** A clock is read in the row of its turn, after it. */
  #clock(seat: number, bank: number): void {
    this.#banks = this.#banks.with(seat, bank);
    const last = this.moments.pop();
    if (last !== undefined) this.moments.push({ ...last, banks: this.#banks });
  }

  /** A new deal takes the place of the one before: `deal` has the racks that were played. */
  #dealt(event: Of<'dealt' | 'redealt'>, at: number | null): void {
    const { deal, you, names } = this.#source;
    const first = this.moments.length === 0;
    check(this.#turn === 0 && first === (event.t === 'dealt') && event.tiles.length === names.length);
    this.moments.length = 0;
    if (deal === null) for (const seat of names.keys()) this.#racks[seat] = seat === you ? [...event.rack] : null;
    this.#tiles = [...event.tiles];
    check(this.#racks.every((rack, seat) => rack === null || rack.length === this.#tiles[seat]));
    this.#add({ event: null, seat: null, turn: 0, at, took: null, table: [], pool: event.pool });
  }

  #next(event: Turn, at: number | null): void {
    const before = this.moments.at(-1);
    check(before !== undefined && !this.#over);
    if (this.moments.length > MOST_TURNS) throw new Unreadable('too-long', { most: MOST_TURNS });
    this.#move(event);
    this.#goOn(at);
    this.#over = event.t === 'ended';
    this.#add({
      event,
      seat: event.t === 'ended' ? null : event.seat,
      turn: event.t === 'resigned' || event.t === 'ended' ? 0 : (this.#turn += 1),
      at,
      took: at === null || before.at === null || this.#over ? null : at - before.at - this.#stood,
      table: event.t === 'played' || event.t === 'timed-out' ? event.table : before.table,
      pool: event.t === 'drew' || event.t === 'timed-out' ? event.pool : before.pool,
    });
    this.#stood = 0;
  }

  #move(event: Turn): void {
    if (event.t === 'ended' || event.t === 'passed' || event.t === 'resigned') return;
    const { seat } = event;
    check(seat < this.#tiles.length);
    if (event.t === 'drew') {
      this.#take(seat, 1, event.tile === null ? null : [event.tile]);
      this.#tiles[seat] = (this.#tiles[seat] ?? 0) + 1;
      return;
    }
    this.#lay(seat, event.played);
    if (event.t === 'timed-out') {
      this.#racks[seat]?.push(...event.returned);
      this.#take(seat, event.drawn, event.tiles);
    }
    this.#tiles[seat] = event.left;
  }

  #lay(seat: number, played: readonly Kind[]): void {
    const rack = this.#racks[seat];
    if (rack === null || rack === undefined) return;
    for (const kind of played) {
      const at = rack.indexOf(kind);
      check(at >= 0);
      rack.splice(at, 1);
    }
  }

  /** Tiles come from the pool, as it lay or as the viewer was told. */
  #take(seat: number, count: number, told: readonly Kind[] | null): void {
    const drawn = this.#pool?.splice(0, count) ?? told;
    check(this.#racks[seat] === null || drawn?.length === count);
    this.#racks[seat]?.push(...(drawn ?? []));
  }

  #add(moment: Omit<Moment, 'tiles' | 'racks' | 'points' | 'banks'>): void {
    const racks = this.#racks.map((rack) => rack && [...rack].sort((one, other) => runKey(one) - runKey(other)));
    check(racks.every((rack, seat) => rack === null || rack.length === this.#tiles[seat]));
    const worth = (kind: Kind): number => (isJoker(kind) ? this.#source.penalty : numberOf(kind));
    const points = racks.map((rack) => rack && rack.reduce((sum, kind) => sum + worth(kind), 0));
    this.moments.push({ ...moment, racks, points, tiles: [...this.#tiles], banks: this.#banks });
  }
}
