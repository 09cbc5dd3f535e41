/**
 * The draft: an uncommitted rearrangement of the table by one player.
 *
 * Tiles get local ids, since copies of a kind are indistinguishable on the wire. A draft holds only the melds; the rack is
 * what it leaves over. Every operation gives a new draft, or a refusal; none judges the game.
 */
import { naturalOrder } from './order';
import type { MeldKind } from './notation';
import type { Kind } from './tiles';

export interface Tile {
  readonly id: string;
  readonly kind: Kind;
  /** Where it lay when the turn began. */
  readonly home: 'rack' | 'table';
}

export interface Meld {
  readonly id: string;
  readonly tiles: readonly string[];
  /** The reading the player stated; any change of the meld forgets it. */
  readonly kind: MeldKind | null;
  readonly stands: Readonly<Record<string, string>>;
}

export interface Base {
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly melds: readonly Meld[];
}

export type Draft = readonly Meld[];

export type Target =
  | { readonly to: 'meld'; readonly meld: string; readonly at: number | null }
  | { readonly to: 'new' }
  | { readonly to: 'rack' };

export function plainMeld(id: string, tiles: readonly string[]): Meld {
  return { id, tiles, kind: null, stands: {} };
}

export function freshMeldId(draft: Draft): string {
  const used = draft.map((meld) => (meld.id.startsWith('n') ? Number(meld.id.slice(1)) : 0));
  return `n${Math.max(0, ...used) + 1}`;
}

export function meldOf(draft: Draft, tile: string): Meld | undefined {
  return draft.find((meld) => meld.tiles.includes(tile));
}

/** Ids of the player's own tiles that the draft has laid on the table, in table order. */
export function placed(base: Base, draft: Draft): string[] {
  return draft.flatMap((meld) => meld.tiles.filter((id) => base.tiles.get(id)?.home === 'rack'));
}

/** Ids still on the rack, in the player's own order. */
export function rackOf(base: Base, draft: Draft, order: readonly string[]): string[] {
  const away = new Set(placed(base, draft));
  return order.filter((id) => !away.has(id));
}

function changed(meld: Meld, tiles: readonly string[]): Meld {
  const same = tiles.length === meld.tiles.length && tiles.every((id, at) => id === meld.tiles[at]);
  return same ? meld : plainMeld(meld.id, tiles);
}

/** Tiles of `ids` that may not go to the rack, because they lay on the table when the turn began. */
export function bound(base: Base, ids: readonly string[]): string[] {
  return ids.filter((id) => base.tiles.get(id)?.home !== 'rack');
}

/**
 * Move `ids`, in this order, to `target`. Into a meld at `at` (counted before anything moves), or, where `at` is null, to
 * where the tiles stand in natural order. Null when a table tile would go to the rack.
 */
export function move(base: Base, draft: Draft, ids: readonly string[], target: Target): Draft | null {
  if (ids.length === 0) return draft;
  if (target.to === 'rack' && bound(base, ids).length > 0) return null;
  const moving = new Set(ids);
  const kindOf = (id: string): Kind => base.tiles.get(id)?.kind ?? '';
  const next = draft.map((meld) => {
    const kept = meld.tiles.filter((id) => !moving.has(id));
    if (target.to !== 'meld' || target.meld !== meld.id) return changed(meld, kept);
    if (target.at === null) return changed(meld, naturalOrder([...kept, ...ids], kindOf));
    const before = meld.tiles.slice(0, target.at).filter((id) => !moving.has(id)).length;
    return changed(meld, [...kept.slice(0, before), ...ids, ...kept.slice(before)]);
  });
  if (target.to === 'new') next.push(plainMeld(freshMeldId(draft), naturalOrder(ids, kindOf)));
  return next.filter((meld) => meld.tiles.length > 0);
}

/** Split a meld before position `at`; the right part becomes a new meld after it. */
export function split(draft: Draft, meldId: string, at: number): Draft {
  return draft.flatMap((meld) => {
    if (meld.id !== meldId || at <= 0 || at >= meld.tiles.length) return [meld];
    return [plainMeld(meld.id, meld.tiles.slice(0, at)), plainMeld(freshMeldId(draft), meld.tiles.slice(at))];
  });
}

/** The same tiles of a meld in another order, given as kinds (the server's re-laying); unchanged if they do not match. */
export function relay(base: Base, draft: Draft, meldId: string, kinds: readonly Kind[]): Draft {
  return draft.map((meld) => {
    if (meld.id !== meldId || kinds.length !== meld.tiles.length) return meld;
    const left = [...meld.tiles];
    const tiles: string[] = [];
    for (const kind of kinds) {
      const at = left.findIndex((id) => base.tiles.get(id)?.kind === kind);
      if (at < 0) return meld;
      tiles.push(...left.splice(at, 1));
    }
    return changed(meld, tiles);
  });
}

/** State a reading of a meld: its kind, and what single tiles stand for. */
export function state(
  draft: Draft,
  meldId: string,
  kind: MeldKind | null,
  stands: Readonly<Record<string, string>>,
): Draft {
  return draft.map((meld) => (meld.id === meldId ? { ...meld, kind, stands } : meld));
}

/** Same melds with the same tiles in the same order and the same statements. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return (
    a.length === b.length &&
    a.every((meld, at) => {
      const other = b[at];
      return (
        other !== undefined &&
        meld.kind === other.kind &&
        meld.tiles.join() === other.tiles.join() &&
        meld.tiles.every((id) => meld.stands[id] === other.stands[id])
      );
    })
  );
}
