/** A club as the page has it: what its link shows, and what its events make. */
import type { ClubEventShown, ClubFigures, ClubShown } from '../../gen/protocol';
import { Refusal } from '../../net/http';
import { Asking, type Asked } from './asking';
import { clubKey, dropClub, keepClub, keepRead, lastRead, newerKey } from './kept';
import { wrongs } from './texts';

/** Refusals after which there is nothing to see for this link. */
const GONE = new Set(['unknown-club', 'unknown-key']);

export class Club {
  shown = $state.raw<ClubShown | null>(null);
  figures = $state.raw<ClubFigures | null>(null);
  /** Nothing is known yet; there is no way to the server, so that what was read last is shown; there is no such club for
   * this link; it is there. */
  connection = $state<'asking' | 'lost' | 'gone' | 'open'>('asking');
  /** Why something was not done. */
  problems = $state.raw<readonly string[]>([]);
  busy = $state(false);
  /** The season that is looked at; null: the newest. */
  season = $state<number | null>(null);
  readonly asking: Asking;
  readonly #wake = (): void => {
    if (!document.hidden) void this.look();
  };

  constructor(readonly id: string) {
    this.asking = new Asking(id, clubKey(id));
    document.addEventListener('visibilitychange', this.#wake);
    void this.look();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#wake);
  }

  get keeper(): boolean {
    return this.shown?.role === 'keeper';
  }
  get byNumber(): ReadonlyMap<number, ClubEventShown> {
    return new Map(this.shown?.events.map((event) => [event.number, event]));
  }

  async look(season = this.season): Promise<void> {
    this.season = season;
    try {
      // the server looks for news of the events before it shows the club
      const shown = await this.asking.shown();
      const figures = await this.asking.figures(season);
      if (season !== this.season) return;
      this.shown = shown;
      this.figures = figures;
      this.connection = 'open';
      keepClub(this.id, shown.name, this.asking.key, this.keeper);
      if (season === null) keepRead(this.id, { shown, figures });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (GONE.has(problem.code)) {
        const newer = newerKey(this.id, this.asking.key);
        if (newer !== null) {
          this.asking.key = newer;
          return this.look(season);
        }
        this.connection = 'gone';
        dropClub(this.id);
        return;
      }
      // somebody else dropped it meanwhile
      if (problem.code === 'unknown-season') return this.look(null);
      this.connection = 'lost';
      const read = this.shown === null ? lastRead(this.id) : null;
      if (read !== null) ({ shown: this.shown, figures: this.figures } = read);
    }
  }

  /** Ask something; whether it was done. */
  async do(asked: Asked): Promise<boolean> {
    return this.trying(async () => {
      await this.asking.do(asked);
      await this.look();
    });
  }

  /** Try something; whether it went well. What went wrong is said in `problems`. */
  async trying(what: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.problems = [];
    try {
      await what();
      return true;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.problems = wrongs(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
