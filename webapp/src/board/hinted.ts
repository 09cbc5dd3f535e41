/** The melds that a hint makes: which of their tiles come from the rack, which of them lie already, and how all are laid. */
import type { Base, Draft, Meld } from './draft';
import { parseMeld } from './notation';
import { pictureOf } from './picture';
import type { Kind } from './tiles';

/** A meld that a hint makes or changes, by its number in the hint. */
export interface Wanted {
  readonly number: number;
  readonly tiles: readonly Kind[];
  /** Those of its tiles that come from the rack. */
  readonly own: readonly Kind[];
}

/** The melds of the table `after` that do not lie on the table `before`, where `played` comes from the rack. */
export function wanted(
  before: readonly string[],
  after: readonly string[],
  played: readonly Kind[],
): readonly Wanted[] {
  const same = before.map((text) => keyOf(parseMeld(text).tiles));
  const changed = after.map((text) => parseMeld(text).tiles).filter((tiles) => !takeOut(same, keyOf(tiles)));
  const left = [...played];
  const own = new Map<readonly Kind[], Kind[]>();
  // Melds of the rack alone take theirs first: a twin in another meld is then one of the table.
  const whole = (tiles: readonly Kind[]): boolean => without(tiles, left).length === 0;
  for (const alone of [true, false])
    for (const tiles of changed)
      if (!own.has(tiles) && (!alone || whole(tiles)))
        own.set(
          tiles,
          tiles.filter((kind) => takeOut(left, kind)),
        );
  return changed.map((tiles, at) => ({ number: at + 1, tiles, own: own.get(tiles) ?? [] }));
}

/** What lies of a hint: its melds that lie as they shall, and for each tile that is still to be laid the number of its meld. */
export interface Progress {
  readonly done: ReadonlySet<Wanted>;
  readonly marks: ReadonlyMap<string, number>;
}

/** How far `draft` is; `own` are the player's tiles, those laid already before their twins on the rack. */
export function progress(melds: readonly Wanted[], base: Base, draft: Draft, own: readonly string[]): Progress {
  const kind = (id: string): Kind => base.tiles.get(id)?.kind ?? '';
  const key = ({ tiles }: Meld): string => keyOf(tiles.map(kind));
  // a hint may make the twin of a meld that lies there: that one is not what it makes
  const before = base.melds.map(key);
  const lying = draft.filter((meld) => !takeOut(before, key(meld)));
  const settled = new Set<string>();
  const done = new Set(
    melds.filter((meld) => {
      const at = lying.findIndex((one) => key(one) === keyOf(meld.tiles));
      if (at >= 0) lying.splice(at, 1)[0]?.tiles.forEach((id) => settled.add(id));
      return at >= 0;
    }),
  );
  const left = melds
    .filter((meld) => !done.has(meld))
    .flatMap(({ number, own }) => own.map((one) => ({ number, one })));
  const marks = new Map<string, number>();
  for (const id of own.filter((one) => !settled.has(one))) {
    const at = left.findIndex(({ one }) => one === kind(id));
    if (at >= 0) marks.set(id, left.splice(at, 1)[0]?.number ?? 0);
  }
  return { done, marks };
}

/** The draft in which the table `after` lies, with tiles from `rack` for what the table of `base` does not hold. */
export function laid(base: Base, rack: readonly string[], after: readonly string[]): Draft {
  const picture = pictureOf(base, after);
  const left = [...rack];
  const real = (id: string): string => {
    if (base.tiles.has(id)) return id;
    const at = left.findIndex((one) => base.tiles.get(one)?.kind === picture.tiles.get(id)?.kind);
    return left.splice(at, at < 0 ? 0 : 1)[0] ?? id;
  };
  return picture.melds.map((meld): Meld => {
    const ids = new Map(meld.tiles.map((id) => [id, real(id)]));
    const stands = Object.fromEntries(Object.entries(meld.stands).map(([id, stand]) => [ids.get(id) ?? id, stand]));
    return { ...meld, tiles: [...ids.values()], stands };
  });
}

function keyOf(tiles: readonly Kind[]): string {
  return [...tiles].sort().join(' ');
}

/** Take one `item` out of `items`; whether there was one. */
function takeOut<T>(items: T[], item: T): boolean {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

function without(tiles: readonly Kind[], others: readonly Kind[]): Kind[] {
  const left = [...others];
  return tiles.filter((kind) => !takeOut(left, kind));
}
