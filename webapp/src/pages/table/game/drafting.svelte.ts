/** The player's own arrangement: draft with undo, selection, and the order of the rack. */
import {
  bound,
  meldOf,
  move,
  placed,
  plainMeld,
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
} from '../../../board/draft';
import { begin, push, redo, replace, undo, type History } from '../../../board/history';
import type { MeldKind } from '../../../board/notation';
import { pack, unpack } from '../../../board/keep';
import { isEmpty, packOrder, putAt, unpackOrder } from '../../../board/racking';
import { follow, Ids, NO_CONFLICTS, NOTHING, type Conflicts } from '../../../board/rebase';
import { groupKey, runKey, type Kind } from '../../../board/tiles';
import { tab } from '../../../storage';

export type Sorting = 'runs' | 'groups' | 'mine';

/** What undo goes back to. */
interface Step {
  readonly draft: Draft;
  /** All own tiles as the rack has them, with its empty places, and as they were last put by hand. */
  readonly order: readonly string[];
  readonly own: readonly string[];
}

const NO_STEP: Step = { draft: [], order: [], own: [] };

function sameStep(a: Step, b: Step): boolean {
  return sameDraft(a.draft, b.draft) && a.order.join() === b.order.join();
}

function sorted(ids: readonly string[], key: (kind: Kind) => number, base: Base): string[] {
  const rank = (id: string): number => key(base.tiles.get(id)?.kind ?? '');
  return ids.filter((id) => !isEmpty(id)).sort((a, b) => rank(a) - rank(b));
}

/** `order` with its `fresh` tiles in their places, where the others lie sorted; as it is, where they do not. */
function joined(order: readonly string[], fresh: readonly string[], base: Base): readonly string[] {
  const others = order.filter((id) => !fresh.includes(id));
  const key = [runKey, groupKey].find((one) => sorted(others, one, base).join() === others.join());
  return key === undefined ? order : sorted(order, key, base);
}

/** What a page that is loaded again goes on with: the draft, and the table and the rack that it was made on. */
interface Begun {
  readonly rack: readonly Kind[];
  readonly table: readonly string[];
  readonly draft: string;
}

export class Drafting {
  base = $state.raw<Base>(NOTHING.base);
  history = $state.raw<History<Step>>(begin(NO_STEP));
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** What the last change of the table took from a plan; marked until the player goes on. */
  conflicts = $state.raw<Conflicts>(NO_CONFLICTS);
  selection = $state.raw<readonly string[]>([]);
  /** The meld whose order the page chose, not the player. */
  arranged = $state<string | null>(null);

  readonly draft = $derived(this.history.present.draft);
  readonly order = $derived(this.history.present.order);
  readonly placed = $derived(placed(this.base, this.draft));
  /** The places of the rack: ids of tiles, and empty ones. */
  readonly places = $derived(rackOf(this.base, this.draft, this.order));
  readonly rack = $derived(this.places.filter((id) => !isEmpty(id)));
  readonly dirty = $derived(!sameDraft(this.draft, this.base.melds));
  readonly canUndo = $derived(this.history.past.length > 0);
  readonly canRedo = $derived(this.history.future.length > 0);

  /** Called after each change the player makes to the draft. */
  onchange: () => void = () => undefined;
  /** Called with the rack as it is to be kept, and with the player's own order of it. */
  onarrange: (rack: readonly Kind[], own: readonly Kind[]) => void = () => undefined;
  readonly #ids = new Ids();
  readonly #begun: string;
  #told: Pick<Begun, 'rack' | 'table'> = { rack: [], table: [] };

  constructor(room: string) {
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

  /**
   * Take over what the server says; true if a draft was begun and something of it had to go. `joins`: tiles that come
   * join a sorted rack, and do not stand at its end. `again`: it was dealt once more, whatever tiles came back.
   */
  follow(
    rack: readonly Kind[],
    table: readonly string[],
    drawn: readonly Kind[],
    joins = false,
    again = false,
  ): boolean {
    const first = this.base.tiles.size === 0;
    if (first) this.#resume();
    const was = this.dirty;
    const laid = this.placed.length;
    const next = follow({ base: this.base, draft: this.draft, order: this.order }, rack, table, this.#ids);
    this.#told = { rack, table };
    if (next.same) {
      // the melds stay the very ones that the draft holds: others would look changed
      if (first) this.fresh = new Set(this.#matching(drawn));
      return false;
    }
    this.base = next.base;
    const here = (ids: readonly string[]): readonly string[] => [
      ...ids.filter((id) => isEmpty(id) || (next.base.tiles.get(id)?.home === 'rack' && !next.fresh.includes(id))),
      ...next.fresh,
    ];
    const order = joins ? joined(next.order, next.fresh, next.base) : next.order;
    this.history = this.#rebased({ draft: next.draft, order, own: here(this.history.present.own) }, here, next.order);
    this.selection = this.selection.filter((id) => next.base.tiles.get(id)?.home === 'rack');
    const dealt = again || next.order.length === next.fresh.length;
    if (dealt) {
      const order = sorted(next.order, runKey, next.base);
      this.history = begin({ draft: next.draft, order, own: order });
    } else if (next.fresh.length > 0) this.#save();
    this.fresh = new Set(dealt ? this.#matching(drawn) : next.fresh);
    this.conflicts = next.conflicts;
    return was && this.placed.length < laid;
  }

  /** Steps on another table cannot be taken back, but what was done to the rack can, also that the tiles that came have
   * joined it; and a draft that is left, whole. */
  #rebased(now: Step, here: (ids: readonly string[]) => readonly string[], unjoined: readonly string[]): History<Step> {
    const draft = this.base.melds;
    const steps = this.history.past.map(({ order, own }): Step => ({ draft, order: here(order), own: here(own) }));
    const all = [...steps, { ...now, draft, order: unjoined }, { ...now, draft }, now];
    return {
      past: all.slice(0, -1).filter((step, at) => !sameStep(step, all[at + 1] ?? now)),
      present: now,
      future: [],
    };
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
    this.select(has ? this.selection.filter((other) => other !== id) : [...this.selection, id]);
  }

  /** Tiles that only a picture shows, such as what another player tries to lay, cannot be taken up. */
  select(ids: readonly string[]): void {
    this.selection = ids.filter((id) => this.base.tiles.has(id));
  }

  clear(): void {
    this.selection = [];
  }

  // --- changing the draft ---

  #apply(next: Draft): boolean {
    if (sameDraft(next, this.draft)) return false;
    this.#step({ ...this.history.present, draft: next });
    return true;
  }

  #step(next: Step): void {
    this.history = push(this.history, next);
    this.#changed();
  }

  #changed(): void {
    this.fresh = new Set();
    this.conflicts = NO_CONFLICTS;
    this.arranged = null;
    this.onchange();
    const begun: Begun = { ...this.#told, draft: pack(this.base, this.draft) };
    tab.remember(this.#begun, JSON.stringify(begun));
  }

  /** Go on with what was begun in this tab before the page was loaded again. */
  #resume(): void {
    const { rack, table, draft: text } = tab.recall<Begun>(this.#begun) ?? {};
    if (rack === undefined || table === undefined || text === undefined) return;
    const { base, draft, order: ids } = follow(NOTHING, rack, table, this.#ids);
    const begun = unpack(base, text);
    if (begun === null || sameDraft(begun, draft)) return;
    const order = sorted(ids, runKey, base);
    this.base = base;
    this.history = push(begin<Step>({ draft, order, own: order }), { draft: begun, order, own: order });
  }

  /** False where a table tile would go to the rack. */
  move(ids: readonly string[], target: Target): boolean {
    const next = move(this.base, this.draft, ids, target);
    if (next === null) return false;
    if (this.#apply(next)) this.arranged = this.#chosen(ids, target);
    this.clear();
    return true;
  }

  /** The meld that tiles went to without a word about their places in it. */
  #chosen(ids: readonly string[], target: Target): string | null {
    const open = target.to === 'new' || (target.to === 'meld' && target.at === null);
    return open && ids[0] !== undefined ? (this.meldOf(ids[0])?.id ?? null) : null;
  }

  /** Lay a meld in the order of its tiles that the player chose. */
  reorderMeld(meld: string, tiles: readonly string[]): void {
    this.arranged = null;
    this.#apply(this.draft.map((one) => (one.id === meld ? plainMeld(meld, tiles) : one)));
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
    const { present } = this.history;
    this.history = replace(this.history, { ...present, draft: relay(this.base, present.draft, meld, kinds) });
  }

  undo(): void {
    this.#go(undo(this.history));
  }

  redo(): void {
    this.#go(redo(this.history));
  }

  #go(history: History<Step>): void {
    const { order } = this;
    this.history = history;
    this.#changed();
    if (order !== this.order) this.#save();
    this.clear();
  }

  /** Lay the whole table as `draft` has it: one step, which undo takes back. */
  lay(draft: Draft): void {
    this.#apply(draft);
    this.clear();
  }

  reset(): void {
    this.lay(this.base.melds);
  }

  bound(ids: readonly string[]): string[] {
    return bound(this.base, ids);
  }

  // --- the rack ---

  /** Put tiles at place `at` of the rack, of which `shown` are the places that are seen. */
  reorder(ids: readonly string[], shown: readonly string[], at: number): void {
    this.#arrange(putAt(this.order, shown, ids, at), true);
  }

  sort(by: Sorting): void {
    const { order, own } = this.history.present;
    this.#arrange(by === 'mine' ? own : sorted(order, by === 'runs' ? runKey : groupKey, this.base), false);
  }

  #arrange(order: readonly string[], byHand: boolean): void {
    const { present } = this.history;
    if (order.join() !== present.order.join()) this.#step({ ...present, order, own: byHand ? order : present.own });
    this.#save();
  }

  #save(): void {
    const { order, own } = this.history.present;
    const packed = (ids: readonly string[]): Kind[] => packOrder(ids, (id) => this.kindOf(id));
    this.onarrange(packed(order), packed(own));
  }

  /** Keep the rack as it was arranged before, or just now on another device. */
  adopt(rack: readonly Kind[], own: readonly Kind[]): void {
    const { present } = this.history;
    const ids = present.order.filter((id) => !isEmpty(id));
    const unpacked = (kinds: readonly Kind[]): string[] => unpackOrder(ids, kinds, (id) => this.kindOf(id));
    this.history = replace(this.history, { ...present, order: unpacked(rack), own: unpacked(own) });
  }
}
