/** A small seeded generator, so that a failing test fails again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}

export const BOX: readonly string[] = [
  ...['k', 'r', 'b', 'y'].flatMap((colour) =>
    Array.from({ length: 13 }, (_, n) => [`${colour}${n + 1}`, `${colour}${n + 1}`]).flat(),
  ),
  'J',
  'J',
  'D',
  'C',
  'M',
];
