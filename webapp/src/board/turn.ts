/** What a turn did to the table, in the few words in which a player would tell it. */
import { parseMeld } from './notation';
import { isJoker, type Kind } from './tiles';

export type TurnStep =
  /** A meld of rack tiles alone; `meld` is its index on the new table. */
  | { readonly t: 'new'; readonly meld: number }
  /** Rack tiles joined a meld that lay there. */
  | { readonly t: 'added'; readonly meld: number; readonly tiles: readonly Kind[] }
  /** `count` melds were made of what lay there, with `tiles` of the rack. */
  | { readonly t: 'rearranged'; readonly count: number; readonly tiles: readonly Kind[] }
  /** A tile took the place of a joker, which was laid elsewhere. */
  | { readonly t: 'joker' };

/** `tiles` without `taken`, each once; null where something of `taken` is not there. */
function without(tiles: readonly Kind[], taken: readonly Kind[]): Kind[] | null {
  const left = [...tiles];
  for (const kind of taken) {
    const at = left.indexOf(kind);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

const kindsOf = (melds: readonly string[]): (readonly Kind[])[] => melds.map((text) => parseMeld(text).tiles);

/** The steps from the table `before` to `after`, both in notation; `played` are the rack tiles laid. */
export function turnSteps(before: readonly string[], after: readonly string[], played: readonly Kind[]): TurnStep[] {
  const old = kindsOf(before);
  const open = new Map(kindsOf(after).entries());
  for (const [at, kinds] of [...open]) {
    const same = old.findIndex((meld) => meld.join() === kinds.join());
    if (same < 0) continue;
    old.splice(same, 1);
    open.delete(at);
  }
  const steps: TurnStep[] = [];
  let hand = [...played];
  for (const [at, kinds] of [...open]) {
    for (const [index, meld] of old.entries()) {
      const tiles = without(kinds, meld);
      const rest = tiles === null ? null : without(hand, tiles);
      if (tiles === null || rest === null) continue;
      if (tiles.length > 0) steps.push({ t: 'added', meld: at, tiles });
      old.splice(index, 1);
      open.delete(at);
      hand = rest;
      break;
    }
  }
  for (const [at, kinds] of [...open]) {
    const rest = without(hand, kinds);
    if (rest === null) continue;
    steps.push({ t: 'new', meld: at });
    open.delete(at);
    hand = rest;
  }
  if (open.size > 0) steps.push({ t: 'rearranged', count: open.size, tiles: hand });
  const laid = [...open.values()];
  for (const meld of old) {
    const plain = meld.filter((kind) => !isJoker(kind));
    const freed = plain.length < meld.length && laid.some((kinds) => without(kinds, plain) && !without(kinds, meld));
    if (freed) steps.push({ t: 'joker' });
  }
  return steps;
}
