/** The tables that are played online, as the link sees them: looked up while there are any. */
import type { OnlineAsked, Problem, TableHere } from '../../../gen/protocol';
import { ask, ensureSession } from '../../../net/http';
import type { Live } from '../live.svelte';
import { problemTexts, tt } from '../texts';

export class Here {
  tables = $state.raw<readonly TableHere[]>([]);
  problem = $state('');
  busy = $state(false);
  readonly #address: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(live: Live) {
    const query = live.key === '' ? '' : `?key=${encodeURIComponent(live.key)}`;
    this.#address = `/api/tournaments/${encodeURIComponent(live.id)}/online${query}`;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Look once; with `again`, every so many milliseconds from now on. */
  async look(again = 0): Promise<void> {
    await ensureSession().catch(() => undefined);
    const answer = await ask(this.#address).catch(() => undefined);
    const said = answer?.ok
      ? ((await answer.json().catch(() => undefined)) as { tables: TableHere[] } | undefined)
      : undefined;
    if (said !== undefined) this.#take(said);
    // two looks at once end in one that goes on
    clearTimeout(this.#timer);
    if (again > 0 && !this.#closed) this.#timer = setTimeout(() => void this.look(again), again);
  }

  /** Ask something of a table; the room of a seat that was claimed. */
  async ask(asked: OnlineAsked): Promise<string | null> {
    this.busy = true;
    this.problem = '';
    try {
      await ensureSession().catch(() => undefined);
      const answer = await ask(this.#address, { method: 'POST', body: JSON.stringify(asked) });
      const said = (await answer.json()) as { tables: TableHere[] } | { room: string } | Problem;
      if ('tables' in said) this.#take(said);
      if ('code' in said) this.problem = problemTexts(said).join(' ');
      return 'room' in said ? said.room : null;
    } catch {
      this.problem = tt('no-answer');
      return null;
    } finally {
      this.busy = false;
    }
  }

  #take({ tables }: { tables: readonly TableHere[] }): void {
    this.tables = tables;
  }
}
