/** A tournament as its link shows it, always the newest; and what is asked of it. */
import type {
  Answered,
  CardKey,
  ListRead,
  ListUnderstood,
  OwnLink,
  OwnLinks,
  OwnShown,
  Problem,
  SignUpShown,
  TournamentCommand,
  TournamentShown,
} from '../../gen/protocol';
import { wait } from '../../net/again';
import { Faults } from '../../net/faults.svelte';
import { ask, ensureSession } from '../../net/http';
import { moved } from './keys';
import { type Changed, Parts } from './parts';
import { isUnlikely, problemTexts, tt } from './texts';
import { watch } from './watching';

/** A command without the id, which is made here. */
export type Asked<C = TournamentCommand> = C extends { id: string } ? Omit<C, 'id'> : never;

const AGAIN = 1_000;

export class Live {
  shown = $state.raw<TournamentShown | null>(null);
  /** What a person's own link says of them, which comes with every change. */
  own = $state.raw<OwnShown | null>(null);
  /** `dead`: the key opens nothing any more. */
  connection = $state<'opening' | 'open' | 'lost' | 'refused' | 'dead'>('opening');
  problems = $state.raw<readonly string[]>([]);
  /** Whether the last thing asked was refused only because it is unlikely: asked with `sure`, it is done. */
  unlikely = $state(false);
  busy = $state(false);
  /** Milliseconds by which the server's clock is ahead of this one. */
  ahead = $state(0);
  /** What the server answers where it cannot show the tournament. */
  readonly faults = new Faults();
  /** The step that this role may take back, as the last picture or the last answer has it. */
  step = $state<number | null>(null);
  /** What a room says of a game, for the desk to look at and enter by hand. */
  filled = $state.raw<{ table: number; game: number; scores: readonly (number | null)[] } | null>(null);
  readonly #address: string;
  #stop: () => void = () => undefined;
  #closed = false;
  readonly #parts = new Parts<TournamentShown>();

  constructor(
    readonly id: string,
    readonly key: string,
  ) {
    this.#address = `/api/tournaments/${encodeURIComponent(id)}`;
    void this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  /** Whether it was carried out; otherwise `problems` say why not. A lost answer is asked for again under the same id. */
  async ask(command: Asked): Promise<boolean> {
    this.busy = true;
    this.problems = [];
    this.unlikely = false;
    const body = JSON.stringify({ ...command, id: crypto.getRandomValues(new Uint32Array(3)).join('-') });
    try {
      // a result counts for the browser it comes from, and so does signing up
      if (this.shown?.role === 'table' || this.shown?.role === 'public') await ensureSession().catch(() => undefined);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN));
        const answer = await ask(`${this.#address}${this.#query()}`, { method: 'POST', body }).catch(() => undefined);
        if (answer === undefined || answer.status === 503) continue;
        const said = (await answer.json().catch(() => null)) as (Answered & Problem) | null;
        if (!answer.ok) {
          this.problems = problemTexts(said);
          this.unlikely = isUnlikely(said);
          return false;
        }
        if (said === null) continue;
        this.step = said.step;
        await this.#reach(said.seq);
        return true;
      }
      this.problems = [tt('no-answer')];
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The key of the table whose card has this code; undefined where `problems` say why there is none. */
  async card(code: string): Promise<string | undefined> {
    this.busy = true;
    this.problems = [];
    try {
      const answer = await ask(`${this.#address}/card`, { method: 'POST', body: JSON.stringify({ code }) });
      const said = (await answer.json()) as CardKey & Problem;
      if (answer.ok) return said.key;
      this.problems = problemTexts(said);
    } catch {
      this.problems = [tt('no-answer')];
    } finally {
      this.busy = false;
    }
    return undefined;
  }

  /** How it stands with who signed up from this browser; undefined where the server does not say. */
  async signUp(): Promise<SignUpShown | undefined> {
    const answer = await ask(`${this.#address}/sign-up`).catch(() => undefined);
    return answer?.ok ? ((await answer.json().catch(() => undefined)) as SignUpShown | undefined) : undefined;
  }

  /** Everybody's own links, for the desk; none where the server does not say. */
  async ownLinks(): Promise<readonly OwnLink[]> {
    const answer = await ask(`${this.#address}/own-links${this.#query()}`).catch(() => undefined);
    if (!answer?.ok) return [];
    return ((await answer.json().catch(() => ({ links: [] }))) as OwnLinks).links;
  }

  /** How the server would understand a list, of which it takes nothing; undefined where it does not say. */
  async understand(asked: ListRead): Promise<ListUnderstood | undefined> {
    const body = JSON.stringify(asked);
    const answer = await ask(`${this.#address}/reading${this.#query()}`, { method: 'POST', body }).catch(
      () => undefined,
    );
    return answer?.ok ? ((await answer.json().catch(() => undefined)) as ListUnderstood | undefined) : undefined;
  }

  /** The address of what has changed since number `seq`. */
  #changes(path: string, seq: number): string {
    return `${this.#address}${path}?parts=${seq}${this.key === '' ? '' : `&key=${encodeURIComponent(this.key)}`}`;
  }

  #query(): string {
    return this.key === '' ? '' : `?key=${encodeURIComponent(this.key)}`;
  }

  /** Asks for what has changed in the picture; where the server cannot make it, it says what can be taken back. */
  async #look(): Promise<Response | undefined> {
    const answer = await ask(this.#changes('', this.#parts.seq)).catch(() => undefined);
    if (answer?.status === 500) {
      this.faults.met();
      const said = (await answer.json().catch(() => null)) as Partial<Problem> | null;
      this.step = typeof said?.params?.step === 'number' ? said.params.step : null;
    }
    return answer;
  }

  /** The first picture: asked for until there is an answer. Only a key that opens nothing here is final. */
  async #open(): Promise<void> {
    for (let tries = 0; !this.#closed; tries += 1) {
      const first = await this.#look();
      if (first?.status === 403 || first?.status === 404) {
        if (await opensNothing(first)) this.#die();
        else this.connection = 'refused';
        return;
      }
      const changed = first?.ok ? ((await first.json().catch(() => undefined)) as Changed | undefined) : undefined;
      if (changed !== undefined) {
        this.#take(changed);
        break;
      }
      this.connection = 'lost';
      await new Promise((resolve) => setTimeout(resolve, wait(tries)));
    }
    // a page may be left before it has its first answer
    if (this.#closed) return;
    this.#stop = watch<Changed>(
      this.#changes('/watch', 0),
      (changed) => {
        this.ahead = changed.now - Date.now();
        this.#take(changed);
      },
      () => void this.#lost(),
      () => this.#die(),
    );
  }

  /** The connection is gone: perhaps because the key was renewed or the event removed, which only a question tells. */
  async #lost(): Promise<void> {
    this.connection = 'lost';
    const answer = await this.#look();
    if (this.#closed || answer === undefined) return;
    if (await opensNothing(answer)) this.#die();
    else if (answer.status === 404) {
      this.#stop();
      this.connection = 'refused';
    }
  }

  /** The key is nobody's: go on with a newer one that this browser knows, or say so. */
  #die(): void {
    this.#stop();
    if (moved(this.id, this.key)) location.reload();
    else this.connection = 'dead';
  }

  #take(changed: Changed): void {
    this.connection = 'open';
    this.faults.passed();
    const shown = this.#parts.take(changed);
    this.shown = shown ?? this.shown;
    if (shown !== undefined) this.own = changed.own ?? null;
    this.step = this.shown?.undo?.step ?? null;
  }

  /** What was done is shown before the next thing is asked. */
  async #reach(seq: number): Promise<void> {
    if ((this.shown?.seq ?? 0) >= seq) return;
    const answer = await this.#look();
    const changed = answer?.ok ? ((await answer.json().catch(() => undefined)) as Changed | undefined) : undefined;
    if (changed !== undefined) this.#take(changed);
  }
}

/** Whether the answer is that the key is nobody's. */
async function opensNothing(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const said = (await answer.json().catch(() => null)) as Problem | null;
  return said?.code === 'unknown-key';
}
