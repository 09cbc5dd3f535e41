/** A tournament as its link shows it, always the newest; and what is asked of it. */
import type { EditionFault, Problem, TournamentCommand, TournamentShown } from '../../gen/protocol';
import { faultText, tt } from './texts';

/** A command without the id, which is made here. */
export type Asked<C = TournamentCommand> = C extends { id: string } ? Omit<C, 'id'> : never;

const AGAIN = 1_000;

export class Live {
  shown = $state.raw<TournamentShown | null>(null);
  line = $state<'opening' | 'open' | 'lost' | 'refused'>('opening');
  problems = $state.raw<readonly string[]>([]);
  busy = $state(false);
  /** Milliseconds by which the server's clock is ahead of this one. */
  ahead = $state(0);
  readonly #address: string;
  #socket: WebSocket | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    readonly key: string,
  ) {
    this.#address = `/api/tournaments/${encodeURIComponent(id)}`;
    void this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    if (this.#socket !== undefined) this.#socket.onclose = null;
    this.#socket?.close();
  }

  /** Whether it was carried out; otherwise `problems` say why not. A lost answer is asked for again under the same id. */
  async ask(command: Asked): Promise<boolean> {
    this.busy = true;
    this.problems = [];
    const body = JSON.stringify({ ...command, id: crypto.getRandomValues(new Uint32Array(3)).join('-') });
    try {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN));
        const answer = await fetch(`${this.#address}${this.#query()}`, { method: 'POST', body }).catch(() => undefined);
        if (answer === undefined || answer.status === 503) continue;
        if (answer.ok) {
          const { seq } = (await answer.json()) as { seq: number };
          await this.#reach(seq);
          return true;
        }
        const problem = (await answer.json().catch(() => null)) as Problem | null;
        this.problems = texts(problem?.faults ?? []);
        return false;
      }
      this.problems = [tt('no-answer')];
      return false;
    } finally {
      this.busy = false;
    }
  }

  #query(): string {
    return this.key === '' ? '' : `?key=${encodeURIComponent(this.key)}`;
  }

  async #open(): Promise<void> {
    const first = await fetch(`${this.#address}${this.#query()}`).catch(() => undefined);
    if (first !== undefined && !first.ok) {
      this.line = 'refused';
      return;
    }
    if (first !== undefined) this.#take((await first.json()) as TournamentShown);
    this.#watch();
  }

  /** Hears of every change; when the line is lost, tries again until it is there. */
  #watch(): void {
    // a page may be left before it has its first answer
    if (this.#closed) return;
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${this.#address}/watch${this.#query()}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      const { now, shown } = JSON.parse(event.data) as { now: number; shown: TournamentShown };
      this.ahead = now - Date.now();
      this.#take(shown);
    };
    socket.onclose = () => {
      if (this.shown !== null) this.line = 'lost';
      this.#again = setTimeout(() => this.#watch(), AGAIN);
    };
  }

  #take(shown: TournamentShown): void {
    this.line = 'open';
    if (shown.seq >= (this.shown?.seq ?? 0)) this.shown = shown;
  }

  /** What was done is shown before the next thing is asked. */
  async #reach(seq: number): Promise<void> {
    if ((this.shown?.seq ?? 0) >= seq) return;
    const answer = await fetch(`${this.#address}${this.#query()}`).catch(() => undefined);
    if (answer?.ok) this.#take((await answer.json()) as TournamentShown);
  }
}

function texts(faults: readonly EditionFault[]): string[] {
  return faults.length === 0 ? [tt('not-done')] : faults.map(faultText);
}
