import { describe, expect, test } from 'vitest';
import { plainMeld, type Base, type Tile } from '../../src/board/draft';
import { filling, movedSince, pictureOf, turnPictures, type Picture } from '../../src/board/picture';
import { parseMeld } from '../../src/board/notation';
import { tableBefore } from '../../src/pages/table/game/live.svelte';
import type { GameEvent } from '../../src/net/events';

/** A table with ids that tell the tile and its place: "a0:b4". */
function table(...texts: string[]): Base {
  const tiles = new Map<string, Tile>();
  const melds = texts.map((text, index) => {
    const ids = parseMeld(text).tiles.map((kind, at) => {
      const id = `${'abcdef'[index]}${at}:${kind}`;
      tiles.set(id, { id, kind, home: 'table' });
      return id;
    });
    return plainMeld(`m${index}`, ids);
  });
  return { tiles, melds };
}
const ids = (picture: Picture): string[] => picture.melds.map((meld) => `${meld.id} ${meld.tiles.join(' ')}`);

describe('a picture of another table', () => {
  test('draws each tile that lies there with its own id, and melds in their places', () => {
    const now = table('b3 b4 b5 b6', 'k9 r9 y9');
    expect(ids(pictureOf(now, ['b3 b4 b5', 'k9 r9 y9']))).toEqual(['m0 a0:b3 a1:b4 a2:b5', 'm1 b0:k9 b1:r9 b2:y9']);
  });

  test('takes the tiles of an unchanged meld before all others, whatever their order', () => {
    const now = table('b4 b5 b6', 'b6 r6 k6');
    const shown = pictureOf(now, ['b6 r6 k6 y6', 'b4 b5 b6']);
    expect(ids(shown)[1]).toBe('m0 a0:b4 a1:b5 a2:b6');
    expect(shown.melds[0]?.tiles.slice(0, 3)).toEqual(['b0:b6', 'b1:r6', 'b2:k6']);
  });

  test('points out what nobody has seen there, and gives every tile and meld an id of its own', () => {
    const shown = pictureOf(table('b4 b5 b6'), ['b4', 'b5 b6 b7', 'k1 k1 J']);
    const all = shown.melds.flatMap((meld) => meld.tiles);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(shown.melds.map((meld) => meld.id)).size).toBe(3);
    expect([...shown.laid].map((id) => shown.tiles.get(id)?.kind)).toEqual(['b7', 'k1', 'k1', 'J']);
  });
});

test('a table fills tile by tile, with those that were laid', () => {
  const now = table('b3 b4 b5 b6', 'k9 r9 y9');
  const stages = filling(now, new Set(['a0:b3', 'b0:k9', 'b1:r9', 'b2:y9']));
  expect(stages.map((stage) => stage.melds.map((meld) => meld.tiles.length).join())).toEqual(['3', '4', '4,1', '4,2']);
});

describe('a turn that took two tiles from one meld and laid one', () => {
  const now = table('b3 b4 b5', 'b6 b7 b8', 'k9 r9 y9');
  const before = ['b3 b4 b5 b6 b7', 'k9 r9 y9'];

  test('is shown tile by tile, first what moved, then what was laid', () => {
    const pictures = turnPictures(now, before, new Set(['b2:b8']));
    expect(pictures.map((one) => one.melds.map((meld) => `${meld.id}:${meld.tiles.length}`).join())).toEqual([
      'm0:5,m2:3',
      'm0:4,m2:3,m1:1',
      'm0:3,m2:3,m1:2',
      'm0:3,m1:2,m2:3',
    ]);
    for (const { melds, tiles } of pictures)
      for (const meld of melds) for (const id of meld.tiles) expect(tiles.has(id)).toBe(true);
  });

  test('leaves a mark on what moved and on where it was taken from', () => {
    const { tiles, from } = movedSince(now, before);
    expect([...tiles]).toEqual(['b0:b6', 'b1:b7']);
    expect([...from]).toEqual(['m0']);
    expect(movedSince(now, ['b3 b4 b5', 'b6 b7', 'k9 r9 y9']).tiles.size).toBe(0);
  });
});

test('the table before the last play is that of the play before it, and empty before the first', () => {
  const played = (...laid: string[]): GameEvent => ({ t: 'played', table: laid }) as unknown as GameEvent;
  const drew = { t: 'drew' } as unknown as GameEvent;
  expect(tableBefore([drew])).toBeNull();
  expect(tableBefore([drew, played('b1 b2 b3')])).toEqual([]);
  expect(tableBefore([played('b1 b2 b3'), drew, played('b1 b2 b3', 'k1 k2 k3')])).toEqual(['b1 b2 b3']);
});
