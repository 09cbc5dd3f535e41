/** A draft as text, so that a page that is loaded again finds what was begun. Ids do not outlive a page; kinds do. */
import { plainMeld, type Base, type Draft, type Meld } from './draft';
import { conserved } from './rebase';
import { parseMeld } from './notation';
import { meldText } from './wire';

interface Kept {
  readonly text: string;
  /** For each tile of the meld, whether it came from the rack. */
  readonly own: readonly boolean[];
}

export function pack(base: Base, draft: Draft): string {
  const melds = draft.map((meld): Kept => ({
    text: meldText(base, meld),
    own: meld.tiles.map((id) => base.tiles.get(id)?.home === 'rack'),
  }));
  return JSON.stringify(melds);
}

/** The packed draft on `base`; null where it does not belong to it. */
export function unpack(base: Base, packed: string): Draft | null {
  let melds: readonly Kept[];
  try {
    melds = JSON.parse(packed) as readonly Kept[];
  } catch {
    return null;
  }
  const left = [...base.melds.flatMap((meld) => meld.tiles), ...base.tiles.keys()];
  const used = new Set<string>();
  const take = (kind: string, home: string): string | undefined => {
    const id = left.find(
      (one) => !used.has(one) && base.tiles.get(one)?.kind === kind && base.tiles.get(one)?.home === home,
    );
    if (id !== undefined) used.add(id);
    return id;
  };
  const draft: Meld[] = [];
  for (const { text, own } of melds) {
    const parsed = parseMeld(text);
    const ids = parsed.tiles.map((kind, at) => take(kind, own[at] ? 'rack' : 'table'));
    if (ids.includes(undefined)) return null;
    const tiles = ids as string[];
    const same = base.melds.find((meld) => meld.tiles.join() === tiles.join() && !draft.includes(meld));
    const stands = Object.fromEntries(
      tiles.flatMap((tile, at) => (parsed.stands[at] ? [[tile, parsed.stands[at]]] : [])),
    );
    draft.push(same ?? { ...plainMeld(`n${draft.length + 1}`, tiles), kind: parsed.kind, stands });
  }
  return conserved(base, draft) ? draft : null;
}
