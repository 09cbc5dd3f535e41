/** What is on the felt in the place of the table for a moment: the last turn again, or what another player tries. */
import type { Moved, Picture } from '../../../board/picture';
import type { Base, Draft } from '../../../board/draft';
import type { Drafted } from '../../../gen/protocol';
import type { GameEvent } from '../../../net/events';
import type { Speed } from '../../../settings.svelte';

/** Milliseconds for one tile, and for a whole turn at most. */
const PACE: Readonly<Record<Exclude<Speed, 'off'>, readonly [number, number]>> = {
  slow: [900, 7000],
  normal: [450, 3200],
  fast: [200, 1400],
};
/** Share of its time in which a tile moves; then it rests. */
const MOVING = 0.7;

/** The table as it lay before the last play that `events` tell of; null where none was played. */
export function tableBefore(events: readonly GameEvent[]): readonly string[] | null {
  const tables = events.flatMap((event) => (event.t === 'played' || event.t === 'timed-out' ? [event.table] : []));
  return tables.length === 0 ? null : (tables.at(-2) ?? []);
}

function sameMelds(some: Draft, others: Draft): boolean {
  return some.map((meld) => meld.tiles.join()).join(' ') === others.map((meld) => meld.tiles.join()).join(' ');
}

/** Comes when it is needed first: the table itself stands without it. */
const drawing = (): Promise<typeof import('../../../board/picture')> => import('../../../board/picture');

export class Showing {
  /** The table has come, and not every tile of it is on the screen yet. */
  making = $state(false);
  picture = $state.raw<Picture | null>(null);
  /** Milliseconds in which tiles move to the next picture; null: as always. */
  duration = $state<number | null>(null);
  /** The seat whose draft is shown. */
  tries = $state<number | null>(null);
  /** What the last turn of another player moved on the table; null once this reader goes on. */
  moved = $state.raw<Moved | null>(null);
  readonly playing = $derived(this.picture !== null && this.tries === null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was begun, so that what comes late is left. */
  #begun = 0;
  /** The same of marks: they come with a turn that is shown again, and stay after it. */
  #marking = 0;
  /** The state in which this reader wants to see the table itself. */
  #declined = -1;
  #draft: Drafted | null = null;

  /** Show the turn that led from `before` to `base`, in which the tiles `laid` came. */
  replay(base: Base, before: readonly string[], laid: ReadonlySet<string>, speed: Exclude<Speed, 'off'>): void {
    const begun = this.#begin();
    void drawing().then(({ turnPictures }) => {
      if (begun === this.#begun) this.#play(turnPictures(base, before, laid), speed);
    });
  }

  /** Mark what led from `before` to `base`. */
  mark(base: Base, before: readonly string[]): void {
    const marking = this.#unmark();
    void drawing().then(({ movedSince }) => {
      if (marking === this.#marking) this.moved = movedSince(base, before);
    });
  }

  #unmark(): number {
    this.moved = null;
    this.#marking += 1;
    return this.#marking;
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.#begun += 1;
    return this.#begun;
  }

  #play(stages: readonly Picture[], speed: Exclude<Speed, 'off'>): void {
    const [each, most] = PACE[speed];
    const pace = Math.min(each, most / (stages.length + 1));
    this.tries = null;
    const step = (at: number): void => {
      this.duration = at === 0 ? null : pace * MOVING;
      this.picture = stages[at] ?? null;
      if (at < stages.length) this.#timer = setTimeout(() => step(at + 1), pace);
      else this.duration = null;
    };
    step(0);
  }

  /** Another player tries this; it is true of the table numbered `draft.on` alone. */
  follow(base: Base, draft: Drafted, dirty: boolean): void {
    this.#draft = draft;
    if (this.playing || dirty || this.#declined === draft.on) return;
    const begun = this.#begin();
    void drawing().then(({ pictureOf }) => {
      if (begun !== this.#begun) return;
      const picture = pictureOf(base, draft.table);
      const same = sameMelds(picture.melds, base.melds);
      this.duration = null;
      this.tries = same ? null : draft.seat;
      this.picture = same ? null : picture;
    });
  }

  /** The table moved on: what was tried is over, and what is shown no longer fits. */
  changed(): void {
    this.#draft = null;
    this.#unmark();
    this.stop();
  }

  /** Back to the table itself, also for as long as the other player goes on trying. */
  decline(): void {
    if (this.#draft !== null) this.#declined = this.#draft.on;
    this.#unmark();
    this.stop();
  }

  /** See at once where a turn that is shown has led. */
  skip(): void {
    if (this.playing) this.stop();
  }

  stop(): void {
    this.#begin();
    this.duration = null;
    this.tries = null;
    this.picture = null;
  }
}
