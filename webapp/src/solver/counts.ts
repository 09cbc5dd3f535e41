/** Tiles as counts: how many of each kind. */
import { KINDS } from './rules';

export type Counts = readonly number[];

export const NONE: Counts = new Array<number>(KINDS.length).fill(0);

export function counted(kinds: readonly number[]): Counts {
  const counts = [...NONE];
  for (const kind of kinds) counts[kind]! += 1;
  return counts;
}

/** The kinds in canonical order, each as often as it is there. */
export function listed(tiles: Counts): number[] {
  return tiles.flatMap((count, kind) => new Array<number>(count).fill(kind));
}

export function less(tiles: Counts, others: Counts): Counts {
  return tiles.map((count, kind) => Math.max(0, count - others[kind]!));
}

/** Of each kind as many as the one has, or the other. */
export function union(tiles: Counts, others: Counts): Counts {
  return tiles.map((count, kind) => Math.max(count, others[kind]!));
}

export function within(tiles: Counts, others: Counts): boolean {
  return tiles.every((count, kind) => count <= others[kind]!);
}
