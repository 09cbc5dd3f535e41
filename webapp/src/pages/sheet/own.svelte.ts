/** One score sheet on this device: what is entered counts at once, and goes to the server, if it is shared, when that answers. */
import type { EditionFault, Problem, SheetCommand, SheetMade, SheetShown } from '../../gen/protocol';
import { refusalText } from '../../i18n/refusals';
import { Faults } from '../../net/faults.svelte';
import { ask, ensureSession } from '../../net/http';
import { device } from '../../storage';
import { COUNTED } from '../home/houserules';
import { watch } from '../tournament/watching';
import { elsewhere, keepSheet, newId, now, recallSheet, type Kept, type Pending } from './kept';
import { joined } from './evening/company';
import { paperOf } from './paper';
import { sheetFault, st } from './texts';

/** A command without its id, which is made here. */
export type Entered<C = SheetCommand> = C extends { id: string } ? Omit<C, 'id'> : never;
/** `alone`: nobody else has it; `gone`: the server knows no such sheet, or not this key. */
type Way = 'alone' | 'opening' | 'open' | 'lost' | 'gone';

/** Commands that number players. */
const SEATED: ReadonlySet<string> = new Set(['write', 'rename', 'join', 'leave', 'return']);
/** Milliseconds until the server is asked again; twice as long each time. */
const SOONEST = 1_000;
const LATEST = 16_000;

export class OwnSheet {
  kept = $state.raw<Kept | null>(null);
  connection = $state<Way>('opening');
  /** What the server answers where it cannot show the sheet. */
  readonly faults = new Faults();
  /** What it could not make of the sheet it showed last. */
  missing = $state.raw<SheetShown['missing']>([]);
  /** The browser keeps nothing: what is entered is gone when the page is closed. */
  unkept = $state(!device.keeps);
  problems = $state.raw<readonly string[]>([]);
  readonly paper = $derived(this.kept === null ? null : now(this.kept));
  /** Entries that are on this device alone, of a sheet others see too. */
  readonly waiting = $derived(
    this.kept?.shared === true ? this.kept.pending.filter(({ seq }) => seq === null).length : 0,
  );
  readonly #address: string;
  readonly #stops: (() => void)[] = [];
  #key: string;
  #closed = false;
  #sending = false;
  #watching = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pause = SOONEST;

  constructor(
    readonly id: string,
    key: string,
  ) {
    this.#address = `/api/sheets/${encodeURIComponent(id)}`;
    this.kept = recallSheet(id);
    this.#key = key === '' ? (this.kept?.key ?? '') : key;
    const online = (): void => void this.#meet();
    addEventListener('online', online);
    this.#stops.push(
      () => removeEventListener('online', online),
      elsewhere(id, (kept) => {
        this.kept = kept;
        if (kept.shared) void this.#meet();
      }),
    );
    if (this.kept?.shared === false) this.connection = 'alone';
    else void this.#meet();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    for (const stop of this.#stops) stop();
  }

  /** Enter something: it counts here at once. Its id, by which a later entry puts it right. */
  enter(...entered: Entered[]): void {
    const known = this.paper === null ? [] : joined(this.paper);
    const commands = entered.map((command): Pending => ({
      command: { ...command, ...(SEATED.has(command.t) ? { joined: known } : {}), id: newId() } as SheetCommand,
      seq: null,
    }));
    this.#change((kept) => ({ ...kept, pending: [...kept.pending, ...commands] }));
    void this.#send();
  }

  /** Take note of what the server refused. */
  dismiss(id: string): void {
    this.#change((kept) => ({ ...kept, refused: kept.refused.filter(({ command }) => command.id !== id) }));
  }

  /** Give it to the server, so that others can see it. Asked for again, it is the same sheet there. */
  async share(): Promise<void> {
    const kept = this.kept;
    if (kept === null || kept.shared) return;
    this.problems = [];
    const { rules, players, planned, about } = kept.paper;
    const changes = Object.fromEntries(COUNTED.map((word) => [`end.${word}`, rules.end[word]]));
    const body = JSON.stringify({ sheet: this.id, edition: rules.edition, players, games: planned, changes, about });
    const answer = await ensureSession()
      .then(() => ask('/api/sheets', { method: 'POST', body }))
      .catch(() => undefined);
    const said = (await answer?.json().catch(() => undefined)) as (SheetMade & Problem) | undefined;
    if (answer?.ok === true && said !== undefined) {
      this.#key = said.key;
      this.#change((kept) => ({ ...kept, shared: true, key: said.key }));
      await this.#meet();
    } else if (said?.code === undefined) this.problems = [st('no-connection')];
    else this.problems = said.faults.length > 0 ? said.faults.map(sheetFault) : [refusalText(said.code, said.params)];
  }

  /** Ask for the newest, send what waits, and hear of every change from then on. */
  async #meet(): Promise<void> {
    clearTimeout(this.#again);
    if (!(await this.#ask()) || this.#closed) return;
    if (!this.#watching) {
      this.#watching = true;
      this.#stops.push(
        watch<{ shown: SheetShown }>(
          `${this.#address}/watch${this.#key === '' ? '' : `?key=${encodeURIComponent(this.#key)}`}`,
          ({ shown }) => {
            this.#take(shown);
            void this.#send();
          },
          () => {
            if (this.connection === 'open') this.connection = 'lost';
            // perhaps the server is there, and cannot make the picture: only a question tells
            void this.#ask();
          },
        ),
      );
    }
    await this.#send();
    await this.#keep();
  }

  /** Find it among one's own on other devices too: told once, and no harm where the server says no. */
  async #keep(): Promise<void> {
    if (this.kept?.writes !== true || this.kept.told === true || this.connection !== 'open') return;
    const command: SheetCommand = { t: 'keep', id: newId() };
    const answer = await ensureSession()
      .then(() => ask(this.#address, { method: 'POST', headers: this.#headers(), body: JSON.stringify(command) }))
      .catch(() => undefined);
    if (answer !== undefined && answer.status < 500) this.#change((kept) => ({ ...kept, told: true }));
  }

  /** Whether the server showed the sheet. */
  async #ask(): Promise<boolean> {
    const answer = await ask(this.#address, { headers: this.#headers() }).catch(() => undefined);
    const shown = answer?.ok ? ((await answer.json().catch(() => undefined)) as SheetShown | undefined) : undefined;
    if (shown !== undefined) {
      this.#take(shown);
      return true;
    }
    if (answer?.status === 404 || answer?.status === 403) this.connection = 'gone';
    else this.#later(answer);
    return false;
  }

  #headers(): Record<string, string> {
    return this.#key === '' ? {} : { 'x-tilerummy-key': this.#key };
  }

  /** Try again after a while, longer each time. A server that answers is no lost connection, whatever it says. */
  #later(answer?: Response): void {
    if (this.#closed) return;
    if (answer?.status === 500) this.faults.met();
    this.connection = answer === undefined ? 'lost' : 'opening';
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#meet(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LATEST);
  }

  #take(shown: SheetShown): void {
    this.connection = 'open';
    this.#pause = SOONEST;
    if (this.waiting === 0) this.faults.passed();
    this.missing = shown.missing;
    const { id, seq, writes } = shown;
    if (this.kept !== null && seq < this.kept.seq) return;
    const told = { id, shared: true, key: writes ? this.#key : '', writes, seq, paper: paperOf(shown) };
    this.#change((kept) => ({ ...kept, ...told, pending: kept.pending.filter((one) => (one.seq ?? seq + 1) > seq) }));
  }

  /** Send what waits, in order, each under its own id: a lost answer is asked for again, and nothing counts twice. */
  async #send(): Promise<void> {
    if (this.#sending || this.kept?.shared !== true || !this.kept.writes || this.connection === 'gone') return;
    this.#sending = true;
    try {
      for (;;) {
        const next = this.kept.pending.find(({ seq }) => seq === null);
        if (next === undefined || this.#closed) return;
        if (!(await this.#sent(next.command))) return;
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Whether the server has answered to a command, with yes or no; else it is sent again later. */
  async #sent(command: SheetCommand): Promise<boolean> {
    const request = { method: 'POST', headers: this.#headers(), body: JSON.stringify(command) };
    const answer = await ask(this.#address, request).catch(() => undefined);
    const late = answer === undefined || answer.status === 429 || answer.status >= 500;
    const said = late
      ? undefined
      : ((await answer.json().catch(() => undefined)) as ({ seq: number } & Problem) | undefined);
    if (late || said === undefined) {
      this.#later(answer);
      return false;
    }
    this.faults.passed();
    if (answer.ok) {
      const done = (one: Pending): Pending => (one.command.id === command.id ? { ...one, seq: said.seq } : one);
      this.#change((kept) => ({
        ...kept,
        pending: kept.pending.map(done).filter((one) => (one.seq ?? kept.seq + 1) > kept.seq),
      }));
      return true;
    }
    const faults: readonly EditionFault[] =
      said.faults.length > 0 ? said.faults : [{ key: '', code: said.code, params: {} }];
    this.#change((kept) => ({
      ...kept,
      pending: kept.pending.filter((one) => one.command.id !== command.id),
      refused: [...kept.refused, { command, faults }],
    }));
    return true;
  }

  /** Change what is kept: as another tab may have left it meanwhile, in one go. */
  #change(change: (kept: Kept) => Omit<Kept, 'used'>): void {
    const empty = { pending: [], refused: [] } as unknown as Kept;
    const now = (this.unkept ? null : recallSheet(this.id)) ?? this.kept ?? empty;
    this.kept = { ...change(now), used: Date.now() };
    this.unkept = !keepSheet(this.kept);
  }
}
