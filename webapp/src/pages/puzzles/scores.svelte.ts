/** Which puzzles this browser has solved, on which days, and how well; nobody else is told. */
import type { PuzzleShown } from '../../gen/protocol';
import { recall, remember } from '../../storage';
import { merged, rated, streakOf, type Kept } from './figures';

type Tried = Pick<PuzzleShown, 'id' | 'day' | 'difficulty'> & { readonly edition: { readonly id: string } };
interface Stored extends Kept {
  readonly edition: string;
  readonly last: { readonly edition: string; readonly id: string } | null;
}

const STORED = 'tilerummy.puzzles';
const BEGIN: Stored = { edition: 'original', last: null, rating: 1200, rated: 0, first: {}, days: [] };
class Scores {
  #kept = $state.raw<Stored>({ ...BEGIN, ...recall<Stored>(localStorage, STORED) });

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
    return streakOf(this.#kept.days, now);
  }

  open({ edition, id }: Tried): void {
    this.#keep({ edition: edition.id, last: { edition: edition.id, id } });
  }

  solve(puzzle: Tried): void {
    this.#result(puzzle, 1);
    const { day } = puzzle;
    if (day !== null && !this.#kept.days.includes(day)) this.#keep({ days: [...this.#kept.days, day] });
  }

  fail(puzzle: Tried): void {
    this.#result(puzzle, 0);
  }

  /** Only the first result of a puzzle counts. */
  #result({ id, difficulty }: Tried, result: 0 | 1): void {
    if (id in this.#kept.first) return;
    this.#keep({
      first: { ...this.#kept.first, [id]: result },
      rating: rated(this.#kept.rating, difficulty, result),
      rated: Date.now(),
    });
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
    return remember(localStorage, STORED, JSON.stringify(this.#kept));
  }
}

export const scores = new Scores();
