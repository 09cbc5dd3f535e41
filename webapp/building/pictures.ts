/** Tells the server what its pictures are drawn with: the page’s tiles, colours and letters, in forms that it can read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { COLOURS, symbols } from '../src/pages/replay/drawing/still.ts';

const FONTS = join(import.meta.dirname, '../node_modules/@fontsource');
/** The page's letters, and Hebrew ones, which they lack: browsers have some, servers often have none. */
const CUTS = ['figtree-latin', 'figtree-latin-ext', 'heebo-hebrew'].flatMap((cut) => [`${cut}-600`, `${cut}-700`]);
const SLOTS = ['k', 'r', 'b', 'y'];
const PRINTED = ['black', 'red', 'blue', 'yellow', 'pink'];
const NUMBERS = Array.from({ length: 13 }, (_, at) => at + 1);
const JOKERS = ['J', 'D', 'C', 'M'];

/** The drawings inside the page's symbols, by their ids. */
function shapes(): Map<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  return new Map(
    [...page.matchAll(/<symbol id="([\w-]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, id, inside]) => [id!, inside!]),
  );
}

/** Every tile in every colour it is printed in: `k1-black` and so on, and the jokers. To cut nothing off saves time. */
function tiles(): Record<string, string> {
  const known = shapes();
  const drawn = (kind: string, printed: string): string =>
    symbols([kind], Array(SLOTS.length).fill(printed), (name) => known.get(name) ?? '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('viewBox', 'overflow="visible" viewBox');
  const numbered = SLOTS.flatMap((slot) =>
    PRINTED.flatMap((printed) =>
      NUMBERS.map((number) => [`${slot}${number}-${printed}`, drawn(`${slot}${number}`, printed)]),
    ),
  );
  return Object.fromEntries([...numbered, ...JOKERS.map((kind) => [kind, drawn(kind, '')])]) as Record<string, string>;
}

/** A font of the web (WOFF) as other programs read it (TrueType): the same tables, each of them unpacked. */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [at, value] of [count, 16 * power, Math.log2(power), 16 * (count - power)].entries())
    head.writeUInt16BE(value, 4 + 2 * at);
  const parts: Uint8Array[] = [head];
  let end = head.length;
  for (let at = 0; at < count; at++) {
    const [tag, start, packed, size, sum] = [0, 4, 8, 12, 16].map((byte) => woff.readUInt32BE(44 + 20 * at + byte));
    const table = woff.subarray(start!, start! + packed!);
    for (const [place, value] of [tag!, sum!, end, size!].entries())
      head.writeUInt32BE(value, 12 + 16 * at + 4 * place);
    parts.push(packed! < size! ? inflateSync(table) : table, Buffer.alloc(-size! & 3));
    end += size! + (-size! & 3);
  }
  return Buffer.concat(parts);
}

export function pictures(): Plugin {
  return {
    name: 'pictures',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({ colours: COLOURS, tiles: tiles() });
      this.emitFile({ type: 'asset', fileName: 'pictures/drawings.json', source });
      for (const cut of CUTS) {
        const file = join(FONTS, cut.split('-')[0] ?? '', 'files', `${cut}-normal.woff`);
        const source = unpacked(readFileSync(file));
        this.emitFile({ type: 'asset', fileName: `pictures/${cut}.ttf`, originalFileName: file, source });
      }
    },
  };
}
