/** Which puzzles this browser has solved, on which days, and how well. */
import type { PuzzleShown } from '../../gen/protocol';
import { device } from '../../storage';
import { merged, rated, streakOf, type Kept } from './figures';

type Tried = Pick<PuzzleShown, 'id' | 'day' | 'difficulty' | 'tiles'> & { readonly edition: { readonly id: string } };
interface Stored extends Kept {
  readonly edition: string;
  /** First tries that the server has not heard of yet. */
  readonly untold: readonly Untold[];
  /** The puzzles whose solution was looked up, each with the day whose puzzle it was; empty for none. */
  readonly looked: Readonly<Record<string, string | undefined>>;
  readonly last: { readonly edition: string; readonly id: string } | null;
}

export interface Untold {
  readonly edition: string;
  readonly id: string;
  readonly played: readonly string[];
}

const STORED = 'tilerummy.puzzles';
/** First tries that wait to be told: more are forgotten, the oldest first. */
const WAITING = 100;
const COUNTED: Kept = { rating: 1200, rated: 0, first: {}, days: [] };
const BEGIN: Stored = { edition: 'original', last: null, untold: [], looked: {}, ...COUNTED };
class Scores {
  #kept = $state.raw<Stored>({ ...BEGIN, ...device.recall<Stored>(STORED) });

  /** The browser keeps nothing more: what is counted holds until the page is left. */
  unkept = $state(false);
  readonly tried = $derived(Object.keys(this.#kept.first).length);
  readonly solved = $derived(Object.values(this.#kept.first).filter((result) => result === 1).length);

  get rating(): number {
    return this.#kept.rating;
  }

  /** The puzzle that was looked at last. */
  get last(): Stored['last'] {
    return this.#kept.last;
  }

  /** The edition whose puzzle of the day is asked for. */
  get edition(): string {
    return this.#kept.edition;
  }

  set edition(edition: string) {
    this.#keep({ edition });
  }

  streak(now: Date): number {
    const looked = Object.values(this.#kept.looked).filter((day) => day !== undefined);
    return streakOf(this.#kept.days, now, looked);
  }

  get untold(): readonly Untold[] {
    return this.#kept.untold;
  }

  told({ edition, id }: Untold): void {
    this.#keep({ untold: this.#kept.untold.filter((one) => one.edition !== edition || one.id !== id) });
  }

  open({ edition, id }: Tried): void {
    this.#keep({ edition: edition.id, last: { edition: edition.id, id } });
  }

  /** The first legal play of a puzzle, or no tiles for who asked for the solution; only the first try counts. */
  try(puzzle: Tried, played: readonly string[]): void {
    const { id, difficulty, tiles, edition } = puzzle;
    if (id in this.#kept.first) return;
    const result = played.length === tiles ? 1 : 0;
    this.#keep({
      first: { ...this.#kept.first, [id]: result },
      rating: rated(this.#kept.rating, difficulty, result),
      rated: Date.now(),
      untold: [...this.#kept.untold, { edition: edition.id, id, played }].slice(-WAITING),
    });
  }

  /** How the first try ended; undefined before there was one. */
  resultOf(id: string): 0 | 1 | undefined {
    return this.#kept.first[id];
  }

  lookedUp(id: string): boolean {
    return id in this.#kept.looked;
  }

  /** The solution was looked up. */
  look({ id, day }: Tried): void {
    if (!this.lookedUp(id)) this.#keep({ looked: { ...this.#kept.looked, [id]: day ?? '' } });
  }

  solve({ id, day }: Tried): void {
    if (day === null || this.lookedUp(id) || this.#kept.days.includes(day)) return;
    this.#keep({ days: [...this.#kept.days, day] });
  }

  /** What travels to another browser. */
  get kept(): Kept {
    const { rating, rated, first, days } = this.#kept;
    return { rating, rated, first, days };
  }

  /** Whether the browser keeps what another one has counted too. */
  add(other: Kept): boolean {
    return this.#keep(merged(this.#kept, other));
  }

  #keep(change: Partial<Stored>): boolean {
    this.#kept = { ...this.#kept, ...change };
    const stored = device.remember(STORED, JSON.stringify(this.#kept));
    this.unkept = !stored;
    return stored;
  }
}

export const scores = new Scores();
