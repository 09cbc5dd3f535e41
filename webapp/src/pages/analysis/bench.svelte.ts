/** The analysis board: a position that is laid freely, each change of it a step that can be taken back. */
import type { EditionListed } from '../../gen/protocol';
import { meldOf, sameDraft, split, type Draft, type Target } from '../../board/draft';
import { begin, push, redo, undo, type History } from '../../board/history';
import type { Value } from '../home/houserules';
import { device } from '../../storage';
import { boxOf, kindIn, lay, leftIn, lineIn, put, rackIn, tableIn, type Contents, type Missing } from './box';
import { frame, HAND, named } from './frames';
import { EMPTY, readLine, writeLine, type Line } from './line';
import { linkOf, type Linked } from './link';

const KEPT = 'tilerummy.analysis';
const NO_BOX: Contents = { copies: 0, jokers: {} };

/** What undo goes back to: all that makes the position. */
interface Setup extends Pick<Line, 'opened' | 'pool' | 'lastTurn'> {
  readonly edition: string;
  readonly changes: Readonly<Record<string, Value>>;
  readonly draft: Draft;
}

const START: Setup = { edition: 'original', changes: {}, draft: [], opened: true, pool: null, lastTurn: false };

/** Why a link or a line was not laid. */
export type NotLaid = { readonly code: 'edition'; readonly edition: string } | null;

export class Bench {
  editions = $state.raw<readonly EditionListed[]>([]);
  history = $state.raw<History<Setup>>(begin(START));
  selection = $state.raw<readonly string[]>([]);
  /** A picture of the position within a play that is shown, not the position itself. */
  picture = $state.raw<Draft | null>(null);
  /** Tiles that the last line or edition asked for and the box does not hold. */
  missing = $state.raw<readonly Missing[]>([]);
  /** The browser keeps nothing: the link is the only place where the position is. */
  unkept = $state(false);

  readonly setup = $derived(this.history.present);
  readonly edition = $derived(this.editions.find(({ id }) => id === this.setup.edition));
  readonly base = $derived(this.#box(this.setup));
  readonly draft = $derived(this.picture ?? this.setup.draft);
  readonly melds = $derived(tableIn(this.draft));
  readonly rack = $derived(rackIn(this.draft));
  readonly left = $derived(leftIn(this.base, this.setup.draft));
  readonly line = $derived(this.#line(this.setup));
  readonly link = $derived(linkOf({ ...this.setup, line: this.line }));
  readonly empty = $derived(this.setup.draft.length === 0);
  readonly palette = $derived(this.edition?.palette ?? []);
  readonly canUndo = $derived(this.history.past.length > 0);
  readonly canRedo = $derived(this.history.future.length > 0);

  constructor(editions: readonly EditionListed[]) {
    this.editions = editions;
  }

  /** The box of an edition; house rules may change its jokers. */
  #box({ edition, changes }: Pick<Setup, 'edition' | 'changes'>): ReturnType<typeof boxOf> {
    const listed = this.editions.find(({ id }) => id === edition);
    const contents = listed === undefined ? NO_BOX : { copies: listed.copies, jokers: listed.jokers };
    const jokers = changes['tiles.jokers'];
    return boxOf(jokers !== null && typeof jokers === 'object' ? { ...contents, jokers } : contents);
  }

  #line(setup: Setup): string {
    return writeLine({ ...setup, ...lineIn(this.#box(setup), setup.draft) });
  }

  // --- from elsewhere ---

  /** What the browser kept of the last time. */
  static kept(): Linked | null {
    const { edition, changes, line } = device.recall<Linked>(KEPT) ?? {};
    return edition === undefined || line === undefined ? null : { edition, changes: changes ?? {}, line };
  }

  /** Keep the position in this browser. */
  keep(): void {
    const { edition, changes } = this.setup;
    this.unkept = !device.remember(KEPT, JSON.stringify({ edition, changes, line: this.line }));
  }

  /** Lay the position of a link. An edition that is not known leaves everything as it is. Throws LineFault. */
  open({ edition, changes, line }: Linked): NotLaid {
    if (!this.editions.some(({ id }) => id === edition)) return { code: 'edition', edition };
    this.#lay({ ...this.setup, edition, changes }, readLine(line));
    return null;
  }

  /** Lay a line of notation in the edition that is chosen. Throws LineFault. */
  read(text: string): void {
    this.#lay(this.setup, readLine(text));
  }

  #lay(setup: Setup, line: Line): void {
    const { draft, missing } = lay(this.#box(setup), line);
    const { opened, pool, lastTurn } = line;
    this.#step({ ...setup, draft, opened, pool, lastTurn });
    this.missing = missing;
  }

  /** Another edition, or other house rules: tiles that its box does not hold are taken away, and named. */
  play(edition: string, changes: Setup['changes']): void {
    const now = { ...this.setup, ...lineIn(this.base, this.setup.draft) };
    this.#lay({ ...this.setup, edition, changes }, now);
  }

  // --- changing the position ---

  #step(next: Setup): void {
    this.picture = null;
    this.missing = [];
    this.selection = [];
    if (!this.#same(next)) this.history = push(this.history, next);
  }

  #same(next: Setup): boolean {
    const { draft, ...rest } = this.setup;
    const { draft: other, ...others } = next;
    return sameDraft(draft, other) && JSON.stringify(rest) === JSON.stringify(others);
  }

  /** What lies now is where undo ends. */
  begin(): void {
    this.history = begin(this.setup);
  }

  #draft(draft: Draft): void {
    this.#step({ ...this.setup, draft });
  }

  put(target: Target | { readonly to: 'box' }, ids: readonly string[] = this.selection): void {
    if (ids.length > 0) this.#draft(put(this.base, this.setup.draft, ids, target));
  }

  split(id: string): void {
    const meld = this.meldOf(id);
    const at = meld?.tiles.indexOf(id) ?? 0;
    if (meld !== undefined && at > 0) this.#draft(split(this.setup.draft, meld.id, at));
  }

  clear(): void {
    const { edition, changes } = this.setup;
    this.#step({ ...START, ...EMPTY, edition, changes });
  }

  setOpened(opened: boolean): void {
    this.#step({ ...this.setup, opened });
  }

  undo(): void {
    this.#go(undo(this.history));
  }

  redo(): void {
    this.#go(redo(this.history));
  }

  #go(history: History<Setup>): void {
    this.picture = null;
    this.missing = [];
    this.selection = [];
    this.history = history;
  }

  // --- a play, shown ---

  /** Show how the tiles lie after these steps; none: as they lie. */
  show(tables: readonly (readonly string[])[]): void {
    this.selection = [];
    this.picture = tables.length === 0 ? null : tables.reduce(frame, this.setup.draft);
  }

  /** Lay these melds for good; the position after a play. */
  take(table: readonly string[]): void {
    this.#step({ ...this.setup, draft: named(frame(this.setup.draft, table)), opened: true });
  }

  /** Ids of rack tiles that the picture shows on the table. */
  readonly laid = $derived.by((): ReadonlySet<string> => {
    if (this.picture === null) return new Set();
    const rack = new Set(rackIn(this.setup.draft));
    return new Set(
      this.melds.filter(({ id }) => id !== HAND).flatMap(({ tiles }) => tiles.filter((id) => rack.has(id))),
    );
  });

  // --- selection ---

  meldOf(id: string): Draft[number] | undefined {
    return meldOf(this.melds, id);
  }

  toggle(id: string): void {
    const has = this.selection.includes(id);
    this.selection = has ? this.selection.filter((other) => other !== id) : [...this.selection, id];
  }

  select(ids: readonly string[]): void {
    this.selection = ids;
  }

  /** The tile that stands for its kind in the box: one that is not in the hand yet, where there is one. */
  standing(kind: string): string | null {
    const ids = this.left.get(kind) ?? [];
    return ids.find((id) => !this.selection.includes(id)) ?? ids[0] ?? null;
  }

  kindOf(id: string): string {
    return kindIn(id);
  }
}
