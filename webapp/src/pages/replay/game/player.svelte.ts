/** Goes through a replay: turn by turn, step by step, or by itself. */
import type { TurnAnalysed } from '../../../gen/protocol';
import { follow, type Group } from '../drawing/groups';
import { byMoment } from './marks';
import type { Moment } from './moments';
import type { Place } from './place';
import { stepsOf, type Step } from './steps';

export const SPEEDS = ['slow', 'normal', 'fast', 'real'] as const;
export type Pace = (typeof SPEEDS)[number];

/** Milliseconds a picture stays. */
const STAYS = { slow: 2_400, normal: 1_200, fast: 450 } as const;
/** Milliseconds that a turn stays at least and at most where it takes as long as it was played. */
const REAL = { least: 600, most: 60_000 } as const;

export class Player {
  readonly moments: readonly Moment[];
  turn = $state(0);
  /** Steps of the turn that are done; null: all. */
  step = $state<number | null>(null);
  playing = $state(false);
  /** Whether tiles are seen to go where they go: from one turn or step to the next, not from anywhere to anywhere. */
  glides = $state(false);
  pace = $state<Pace>('normal');
  analysis = $state.raw<readonly TurnAnalysed[] | null>(null);
  readonly analysed = $derived.by(() => byMoment(this.moments, this.analysis));
  readonly moment = $derived.by(() => this.#at(this.turn));
  readonly steps = $derived.by(() => this.#steps(this.turn));
  /** What lies on the table, and the tiles taken from it and not yet laid again. */
  readonly shown = $derived.by((): Pick<Step, 'groups' | 'hand'> => {
    if (this.step === null) return { groups: this.#board(this.turn), hand: [] };
    return this.steps[this.step - 1] ?? { groups: this.#board(this.turn - 1), hand: [] };
  });
  /** Tiles on the table now that did not lie there before the turn. */
  readonly laid = $derived.by((): ReadonlySet<string> => {
    const before = new Set(this.#board(this.turn - 1).flatMap((group) => group.tiles.map((tile) => tile.id)));
    const now = this.shown.groups.flatMap((group) => group.tiles.map((tile) => tile.id));
    return new Set(this.turn === 0 ? [] : now.filter((id) => !before.has(id)));
  });
  #boards: (readonly Group[])[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(moments: readonly Moment[]) {
    this.moments = moments;
  }

  get length(): number {
    return this.moments.length;
  }

  /** Go there; whether there is such a place. */
  go({ turn, step }: Place, glides = false): boolean {
    if (turn < 0 || turn >= this.length) return false;
    const steps = step === null ? 0 : this.#steps(turn).length;
    if (step !== null && (step > steps || turn === 0)) return false;
    this.glides = glides;
    this.turn = turn;
    this.step = step === steps ? null : step;
    return true;
  }

  turnOn(by: 1 | -1): void {
    // from the middle of a turn, back is to its beginning
    const turn = by < 0 && this.step !== null ? this.turn - 1 : this.turn + by;
    this.go({ turn, step: null }, true);
  }

  stepOn(by: 1 | -1): void {
    if (by > 0) this.#forward();
    else this.#backward();
  }

  #forward(): void {
    if (this.step !== null) this.go({ turn: this.turn, step: this.step + 1 }, true);
    else this.go({ turn: this.turn + 1, step: this.#steps(this.turn + 1).length > 1 ? 1 : null }, true);
  }

  #backward(): void {
    const before = (this.step ?? this.steps.length) - 1;
    this.go(before > 0 ? { turn: this.turn, step: before } : { turn: this.turn - 1, step: null }, true);
  }

  toggle(): void {
    if (this.playing) return this.stop();
    if (this.turn === this.length - 1 && this.step === null) this.go({ turn: 0, step: null });
    this.playing = true;
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #next(): void {
    if (this.turn === this.length - 1 && this.step === null) return this.stop();
    this.#timer = setTimeout(() => {
      this.#forward();
      this.#next();
    }, this.#stays());
  }

  /** How long what is shown stays until the next step. */
  #stays(): number {
    if (this.pace !== 'real') return STAYS[this.pace];
    const turn = this.step === null ? this.turn + 1 : this.turn;
    const took = this.#at(turn).took ?? STAYS.normal;
    return Math.max(REAL.least, Math.min(REAL.most, took)) / Math.max(1, this.#steps(turn).length);
  }

  #at(turn: number): Moment {
    return (this.moments[turn] ?? this.moments[0]) as Moment;
  }

  #steps(turn: number): readonly Step[] {
    const moment = this.moments[turn];
    if (moment === undefined || turn === 0) return [];
    return stepsOf(this.#board(turn - 1), moment, this.analysed.get(turn)?.made ?? [], `${turn}`);
  }

  /** The table after a turn; each follows from the one before, so that tiles keep their names. */
  #board(turn: number): readonly Group[] {
    for (let at = this.#boards.length; at <= turn; at++) {
      const [before, now] = [this.moments[at - 1], this.#at(at)];
      const old = this.#boards[at - 1] ?? [];
      this.#boards.push(before?.table === now.table ? old : follow(old, now.table, `${at}`));
    }
    return this.#boards[turn] ?? [];
  }
}
