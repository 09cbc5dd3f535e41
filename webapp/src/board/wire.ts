/** The draft as the server reads it: melds in notation, and which of them make the opening. */
import { formatMeld } from './notation';
import type { Base, Draft, Meld } from './draft';

export interface Arrangement {
  readonly opening: string[];
  readonly table: string[];
}

export function meldText(base: Base, meld: Meld): string {
  return formatMeld({
    kind: meld.kind,
    tiles: meld.tiles.map((id) => base.tiles.get(id)?.kind ?? ''),
    stands: meld.tiles.map((id) => meld.stands[id] ?? null),
  });
}

/** Melds laid from the rack alone. */
export function ownMelds(base: Base, draft: Draft): Meld[] {
  return draft.filter((meld) => meld.tiles.every((id) => base.tiles.get(id)?.home === 'rack'));
}

/** A witness holds while all its tiles still lie on the table. */
export function holds(witness: Draft, draft: Draft): boolean {
  const laid = new Set(draft.flatMap((meld) => meld.tiles));
  return witness.every((meld) => meld.tiles.every((id) => laid.has(id)));
}

/**
 * `opening` is empty once the player has opened. Before, it is the melds laid from the rack alone; where the edition lets
 * the opening be used on in the same turn, `witness` keeps those melds as they stood when they first reached the amount.
 */
export function arrangement(base: Base, draft: Draft, opened: boolean, witness: Draft | null): Arrangement {
  const opening = opened ? [] : witness !== null && holds(witness, draft) ? witness : ownMelds(base, draft);
  return { opening: opening.map((meld) => meldText(base, meld)), table: draft.map((meld) => meldText(base, meld)) };
}
