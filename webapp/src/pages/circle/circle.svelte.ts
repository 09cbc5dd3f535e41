/** A circle as its member sees it, asked for again while it is looked at. */
import type { CirclePage } from '../../gen/protocol';
import { refusalText } from '../../i18n/refusals';
import { ensureSession, Refusal } from '../../net/http';
import { ask, circlePage } from './asking';
import { dropCircle, keepCircle } from './kept';

/** Milliseconds between two looks. */
const EVERY = 10_000;

export class Circle {
  page = $state.raw<CirclePage | null>(null);
  /** Nothing is known yet; there is no way to the server; there is no such circle for this guest; it is there. */
  connection = $state<'asking' | 'lost' | 'gone' | 'open'>('asking');
  /** Why something was not done. */
  problem = $state('');
  busy = $state(false);
  /** The season that is looked at, as `2026-4`; none: the one that goes on. */
  season = $state('');
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #wake = (): void => {
    if (!document.hidden) void this.look();
  };

  constructor(readonly id: string) {
    this.#timer = setInterval(this.#wake, EVERY);
    document.addEventListener('visibilitychange', this.#wake);
    void this.look();
  }

  close(): void {
    clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  async look(season = this.season): Promise<void> {
    this.season = season;
    try {
      await ensureSession();
      const page = await circlePage(this.id, season);
      if (season !== this.season) return;
      this.page = page;
      this.connection = 'open';
      keepCircle(page.circle);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (problem.code === 'unknown-circle') {
        this.connection = 'gone';
        dropCircle(this.id);
      } else if (this.page === null || problem.code === 'offline') this.connection = 'lost';
    }
  }

  /** Ask something; whether it was done, and the table at which one sits now. */
  async do(asked: Parameters<typeof ask>[1]): Promise<{ done: boolean; room: string | null }> {
    this.busy = true;
    this.problem = '';
    try {
      const { room } = await ask(this.id, asked);
      if (room === null) await this.look();
      return { done: true, room };
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.problem = refusalText(problem.code, problem.params);
      return { done: false, room: null };
    } finally {
      this.busy = false;
    }
  }
}
