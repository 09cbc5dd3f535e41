/** The player's own arrangement: draft with undo, selection, and the order of the rack. */
import {
  bound,
  meldOf,
  move,
  placed,
  rackOf,
  relay,
  sameDraft,
  split,
  state as stateReading,
  type Base,
  type Draft,
  type Meld,
  type Target,
  type Tile,
} from '../../board/draft';
import { begin, push, redo, replace, undo, type History } from '../../board/history';
import type { MeldKind } from '../../board/notation';
import { pack, unpack } from '../../board/keep';
import { follow, Ids, NOTHING } from '../../board/rebase';
import { groupKey, runKey, type Kind } from '../../board/tiles';
import { recall, remember } from '../../storage';

export type Sorting = 'runs' | 'groups' | 'mine';
const EMPTY: Draft = [];

export class Drafting {
  base = $state.raw<Base>(NOTHING.base);
  history = $state.raw<History<Draft>>(begin(EMPTY));
  order = $state.raw<readonly string[]>([]);
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  selection = $state.raw<readonly string[]>([]);

  readonly draft = $derived(this.history.present);
  readonly placed = $derived(placed(this.base, this.draft));
  readonly rack = $derived(rackOf(this.base, this.draft, this.order));
  readonly dirty = $derived(!sameDraft(this.draft, this.base.melds));
  readonly canUndo = $derived(this.history.past.length > 0);
  readonly canRedo = $derived(this.history.future.length > 0);

  /** Called after each change the player makes to the draft. */
  onchange: () => void = () => undefined;
  readonly #ids = new Ids();
  readonly #storage: string;
  readonly #begun: string;
  #seq = 0;
  #mine: readonly string[] = [];

  constructor(room: string) {
    this.#storage = `tilerummy.rack.${room}`;
    this.#begun = `tilerummy.draft.${room}`;
  }

  tile(id: string): Tile | undefined {
    return this.base.tiles.get(id);
  }

  kindOf(id: string): Kind {
    return this.base.tiles.get(id)?.kind ?? '';
  }

  meldOf(id: string): Meld | undefined {
    return meldOf(this.draft, id);
  }

  /** Take over what the server says; true if a draft was begun and something of it had to go. */
  follow(rack: readonly Kind[], table: readonly string[], drawn: readonly Kind[], seq: number): boolean {
    const first = this.base.tiles.size === 0;
    const was = this.dirty;
    const laid = this.placed.length;
    const next = follow({ base: this.base, draft: this.draft, order: this.order }, rack, table, this.#ids);
    this.base = next.base;
    this.history = begin(next.draft);
    if (!sameDraft(next.draft, next.base.melds)) this.history = push(begin<Draft>(next.base.melds), next.draft);
    this.order = next.order;
    this.#seq = seq;
    if (first) this.#resume();
    this.selection = this.selection.filter((id) => next.base.tiles.has(id) && next.base.tiles.get(id)?.home === 'rack');
    if (first || next.order.length === next.fresh.length) this.#restore();
    else if (next.fresh.length > 0) this.#save();
    this.fresh = new Set(first ? this.#matching(drawn) : next.fresh);
    return was && this.placed.length < laid;
  }

  #matching(kinds: readonly Kind[]): string[] {
    const left = [...kinds];
    return [...this.order].reverse().filter((id) => {
      const at = left.indexOf(this.kindOf(id));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }

  // --- selection ---

  toggle(id: string): void {
    const has = this.selection.includes(id);
    this.selection = has ? this.selection.filter((other) => other !== id) : [...this.selection, id];
  }

  select(ids: readonly string[]): void {
    this.selection = ids;
  }

  clear(): void {
    this.selection = [];
  }

  /** From the last selected tile to the end of its meld (or of its row on the rack). */
  extendToEnd(id: string): void {
    const line = this.meldOf(id)?.tiles ?? [id];
    this.selection = line.slice(line.indexOf(id));
  }

  // --- changing the draft ---

  #apply(next: Draft): boolean {
    if (sameDraft(next, this.draft)) return false;
    this.history = push(this.history, next);
    this.fresh = new Set();
    this.#changed();
    return true;
  }

  #changed(): void {
    this.onchange();
    remember(sessionStorage, this.#begun, JSON.stringify({ seq: this.#seq, draft: pack(this.base, this.draft) }));
  }

  /** Go on with what was begun in this tab before the page was loaded again, if the table is still the same. */
  #resume(): void {
    const kept = recall<{ seq: number; draft: string }>(sessionStorage, this.#begun);
    const draft = kept?.seq === this.#seq ? unpack(this.base, kept.draft ?? '') : null;
    if (draft !== null && !sameDraft(draft, this.base.melds)) this.history = push(this.history, draft);
  }

  /** False where a table tile would go to the rack. */
  move(ids: readonly string[], target: Target): boolean {
    const next = move(this.base, this.draft, ids, target);
    if (next === null) return false;
    this.#apply(next);
    this.clear();
    return true;
  }

  split(meld: string, at: number): void {
    this.#apply(split(this.draft, meld, at));
    this.clear();
  }

  stateReading(meld: string, kind: MeldKind | null, stands: Readonly<Record<string, string>>): void {
    this.#apply(stateReading(this.draft, meld, kind, stands));
  }

  /** The server's order of a meld takes the place of ours, without a step to undo. */
  relay(meld: string, kinds: readonly Kind[]): void {
    this.history = replace(this.history, relay(this.base, this.draft, meld, kinds));
  }

  undo(): void {
    this.history = undo(this.history);
    this.#changed();
    this.clear();
  }

  redo(): void {
    this.history = redo(this.history);
    this.#changed();
    this.clear();
  }

  reset(): void {
    this.#apply(this.base.melds);
    this.clear();
  }

  bound(ids: readonly string[]): string[] {
    return bound(this.base, ids);
  }

  // --- the rack ---

  /** Move tiles within the rack, before the tile now at position `at` of what lies there. */
  reorder(ids: readonly string[], at: number): void {
    const moving = new Set(ids);
    const before = this.rack
      .slice(0, at)
      .filter((id) => !moving.has(id))
      .at(-1);
    const rest = this.order.filter((id) => !moving.has(id));
    const cut = before === undefined ? 0 : rest.indexOf(before) + 1;
    this.order = [...rest.slice(0, cut), ...ids, ...rest.slice(cut)];
    this.#mine = this.order;
    this.#save();
  }

  sort(by: Sorting): void {
    if (by === 'mine') {
      const rank = new Map(this.#mine.map((id, at) => [id, at]));
      this.order = [...this.order].sort((a, b) => (rank.get(a) ?? 999) - (rank.get(b) ?? 999));
    } else {
      const key = by === 'runs' ? runKey : groupKey;
      this.order = [...this.order].sort((a, b) => key(this.kindOf(a)) - key(this.kindOf(b)));
    }
    this.fresh = new Set();
    this.#save();
  }

  #save(): void {
    const kinds = (ids: readonly string[]): Kind[] =>
      ids.filter((id) => this.base.tiles.has(id)).map((id) => this.kindOf(id));
    remember(localStorage, this.#storage, JSON.stringify({ order: kinds(this.order), mine: kinds(this.#mine) }));
  }

  #restore(): void {
    const kept = recall<{ order: Kind[]; mine: Kind[] }>(localStorage, this.#storage);
    const arrange = (kinds: readonly Kind[] | undefined): string[] | null => {
      if (!Array.isArray(kinds) || kinds.length === 0) return null;
      const left = [...this.order];
      const found = kinds.flatMap((kind) => {
        const at = left.findIndex((id) => this.kindOf(id) === kind);
        return at < 0 ? [] : left.splice(at, 1);
      });
      return [...found, ...left];
    };
    this.#mine = arrange(kept?.mine) ?? this.order;
    const order = arrange(kept?.order);
    if (order !== null) this.order = order;
    else this.sort('runs');
  }
}
