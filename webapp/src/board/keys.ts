/** Where the arrows lead: along a meld, from meld to meld, along the rack and between its rows. */

export type Direction = 'left' | 'right' | 'up' | 'down' | 'home' | 'end';

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at));
}

/** The tile next to `tile` in `direction`; null where the way ends. */
export function nextTile(
  melds: readonly (readonly string[])[],
  rack: readonly string[],
  perRow: number,
  tile: string,
  direction: Direction,
): string | null {
  const inRack = rack.indexOf(tile);
  if (inRack >= 0) {
    const row = Math.floor(inRack / perRow) * perRow;
    const to = {
      left: inRack - 1,
      right: inRack + 1,
      up: inRack - perRow,
      down: inRack + perRow,
      home: row,
      end: Math.min(rack.length, row + perRow) - 1,
    }[direction];
    return rack[to] ?? null;
  }
  const at = melds.findIndex((meld) => meld.includes(tile));
  const meld = melds[at];
  if (meld === undefined) return null;
  const within = meld.indexOf(tile);
  switch (direction) {
    case 'home':
      return meld[0] ?? null;
    case 'end':
      return meld.at(-1) ?? null;
    case 'left':
      return meld[within - 1] ?? melds[at - 1]?.at(-1) ?? null;
    case 'right':
      return meld[within + 1] ?? melds[at + 1]?.[0] ?? null;
    case 'up':
    case 'down': {
      const other = melds[at + (direction === 'up' ? -1 : 1)];
      return other?.[clamp(within, other.length)] ?? null;
    }
  }
}
