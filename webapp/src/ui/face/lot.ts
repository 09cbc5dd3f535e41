/** Which face a player has: by lot from the name, so that it is the same at every table and nobody has to choose. */

/** How many there are of each part; `drawn.ts` has them. */
export const PERSON = { ground: 6, skin: 5, head: 3, hair: 8, shade: 5, eyes: 4, mouth: 4 } as const;
export const COMPUTER = { ground: 6, antenna: 3, eyes: 3, mouth: 3 } as const;

export type Parts<P> = { readonly [part in keyof P]: number };

/** FNV-1a, 32 bits, and the last mixing of MurmurHash3: short names that differ little fall far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function drawn<P extends Readonly<Record<string, number>>>(name: string, parts: P): Parts<P> {
  const lots = Object.entries(parts).map(([part, count]) => [part, hash(`${part} ${name}`) % count]);
  return Object.fromEntries(lots) as Parts<P>;
}

export function personOf(name: string): Parts<typeof PERSON> {
  return drawn(name.trim().toLocaleLowerCase('en'), PERSON);
}

export function computerOf(name: string): Parts<typeof COMPUTER> {
  return drawn(name, COMPUTER);
}
