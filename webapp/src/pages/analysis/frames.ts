/** A position on its way to another: the same tiles, laid as a step of a play says. */
import { freshMeldId, plainMeld, type Draft, type Meld } from '../../board/draft';
import { parseMeld, type MeldText } from '../../board/notation';
import type { Kind } from '../../board/tiles';
import { kindIn, racked, rackIn, tableIn } from './box';

/** Tiles taken from the table and not yet laid. */
export const HAND = 'hand';

/**
 * `before` with its tiles laid as these melds: those that lie there stay, others take tiles of the table before those of the
 * rack. What is left of the table is in the hand, what is left of the rack stays there.
 */
export function frame(before: Draft, texts: readonly string[]): Draft {
  const melds = texts.map((text) => parseMeld(text));
  const old = tableIn(before).filter(({ id }) => id !== HAND);
  const free = new Set(before.flatMap(({ tiles }) => tiles));
  const kept = melds.map((meld) => whole(old, meld, free));
  const used = new Set(kept.flatMap((meld) => meld?.id ?? []));
  const laid = melds.map((meld, at) => kept[at] ?? laidAs(meld, at, old, free, used));
  const rack = rackIn(before).filter((id) => free.has(id));
  const hand = [...free].filter((id) => !rack.includes(id));
  return racked(hand.length === 0 ? laid : [...laid, plainMeld(HAND, hand)], rack);
}

/** A picture as a draft that goes on: its new melds have ids of their own. */
export function named(picture: Draft): Draft {
  return picture.reduce<Draft>(
    (draft, meld) => [
      ...draft,
      meld.id.startsWith('step-') ? { ...meld, id: freshMeldId([...picture, ...draft]) } : meld,
    ],
    [],
  );
}

function whole(old: Draft, { tiles }: MeldText, free: Set<string>): Meld | undefined {
  const same = old.find((meld) => meld.tiles.every((id) => free.has(id)) && kinds(meld) === tiles.join(' '));
  same?.tiles.forEach((id) => free.delete(id));
  return same;
}

function laidAs(meld: MeldText, at: number, old: Draft, free: Set<string>, used: Set<string>): Meld {
  const home = likest(
    meld,
    old.filter(({ id }) => !used.has(id)),
  );
  const tiles = meld.tiles.flatMap((kind) => take(kind, home, free) ?? []);
  const id = home?.id ?? `step-${at}`;
  used.add(id);
  return plainMeld(id, tiles);
}

/** The meld that shares most tiles with this one. */
function likest(meld: MeldText, old: Draft): Meld | undefined {
  const shared = (one: Meld): number => one.tiles.filter((id) => meld.tiles.includes(kindIn(id))).length;
  return [...old].filter((one) => shared(one) > 0).sort((a, b) => shared(b) - shared(a))[0];
}

function take(kind: Kind, home: Meld | undefined, free: Set<string>): string | undefined {
  const fitting = [...free].filter((id) => kindIn(id) === kind);
  const id = fitting.find((one) => home?.tiles.includes(one)) ?? fitting[0];
  if (id !== undefined) free.delete(id);
  return id;
}

function kinds(meld: Meld): string {
  return meld.tiles.map(kindIn).join(' ');
}
