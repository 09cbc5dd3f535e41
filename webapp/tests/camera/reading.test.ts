/** What is said of tiles on a photograph: what each may be, which are looked at, what somebody says of them. */
import { expect, test } from 'vitest';
import {
  apart,
  boxLeft,
  disputed,
  grouped,
  likely,
  NOTHING_SAID,
  seen,
  within,
  type CameraBox,
  type Point,
  type Reading,
  type ReadTile,
} from '../../src/camera/reading';

const BOX: CameraBox = { copies: 2, jokers: { J: 2 } };
const TWIST: CameraBox = { copies: 2, jokers: { J: 2, D: 2, C: 2, M: 2 } };

/** A tile at a place of a row, read with some certainty, else as the number after it. */
function tile(kind: string, place: number, p = 0.99, other: Partial<ReadTile> = {}): ReadTile {
  const [x, y] = [100 + 50 * place, 100];
  const numbers = Array.from({ length: 14 }, () => 0);
  const at = kind === 'J' ? 13 : Number(kind.slice(1)) - 1;
  numbers[at] = p;
  numbers[(at + 1) % 13] = 1 - p;
  const corners: readonly Point[] = [
    [x, y],
    [x + 48, y],
    [x + 48, y + 70],
    [x, y + 70],
  ];
  const colours = [...'krby'].map((colour) => (colour === kind[0] ? 0.97 : 0.01));
  return { corners, numbers, colours, kind, p, unsure: p < 0.9, group: 0, lawful: { kind, group: 0 }, ...other };
}

function reading(...tiles: ReadTile[]): Reading {
  return { width: 2000, height: 1500, tiles };
}

const kinds = (all: readonly { readonly kind: string }[]): string => all.map(({ kind }) => kind).join(' ');

test('a tile may be other tiles, the likeliest first; where colours do not count, other numbers', () => {
  const found = tile('b7', 0, 0.6);
  expect(
    likely(found, BOX, false)
      .slice(0, 3)
      .map(([kind]) => kind),
  ).toEqual(['b7', 'b8', 'k7']);
  expect(
    likely(found, BOX, true)
      .slice(0, 2)
      .map(([kind]) => kind),
  ).toEqual(['b7', 'b8']);
  expect(likely(found, BOX, true)).toHaveLength(14);
  expect(
    likely(tile('J', 0), TWIST, false)
      .slice(0, 4)
      .map(([kind]) => kind),
  ).toEqual(['J', 'D', 'C', 'M']);
});

test('looked at is what is unsure, cut off by the edge, one too many, or one of several jokers', () => {
  const doubts = (photograph: Reading, box = BOX, plain = false): number[] =>
    seen(photograph, NOTHING_SAID, box, plain).flatMap(({ at, doubt }) => (doubt ? [at] : []));
  expect(doubts(reading(tile('b7', 0), tile('b8', 1, 0.5)))).toEqual([1]);
  expect(doubts({ ...reading(tile('b7', 0), tile('b8', 1)), width: 190 })).toEqual([1]);
  expect(doubts(reading(tile('b7', 0), tile('b7', 1), tile('b7', 2)))).toEqual([2]);
  // by number alone there are eight of each, and a colour that is unsure is no matter
  expect(doubts(reading(tile('b7', 0), tile('b7', 1), tile('b7', 2, 0.99, { unsure: true })), BOX, true)).toEqual([]);
  expect(doubts(reading(...Array.from({ length: 9 }, (_, at) => tile('b7', at))), BOX, true)).toEqual([8]);
  expect(doubts(reading(tile('J', 0)))).toEqual([]);
  expect(doubts(reading(tile('J', 0)), TWIST)).toEqual([0]);
});

test('what somebody says stands, and is in no doubt any more', () => {
  const photograph = reading(tile('b7', 0), tile('b8', 1, 0.5), tile('J', 2), tile('k1', 3, 0.5));
  const said = {
    ...NOTHING_SAID,
    kinds: new Map([
      [1, 'b9'],
      [3, null],
    ]),
    added: ['r4'],
  };
  const tiles = seen(photograph, said, BOX, false);
  expect(kinds(tiles)).toBe('b7 b9 J r4');
  expect(tiles.some(({ doubt }) => doubt)).toBe(false);
  expect(grouped(tiles).map(kinds)).toEqual(['b7 b9 J', 'r4']);
});

test('the rules may have other tiles and other melds, and the same melds by other numbers are no dispute', () => {
  const group = (number: number, lawful: number, kind: string, wanted = kind): ReadTile =>
    tile(kind, 0, 0.99, { group: number, lawful: { kind: wanted, group: lawful } });
  expect(disputed(reading(group(0, 5, 'b7'), group(0, 5, 'b8'), group(1, 2, 'k1')))).toBe(false);
  expect(disputed(reading(group(0, 0, 'b7'), group(1, 0, 'b8')))).toBe(true);
  expect(disputed(reading(group(0, 0, 'b7'), group(0, 1, 'b8')))).toBe(true);
  const other = reading(group(0, 0, 'b7'), group(0, 0, 'b3', 'b8'));
  expect(disputed(other)).toBe(true);
  expect(kinds(seen(other, NOTHING_SAID, BOX, false))).toBe('b7 b3');
  expect(kinds(seen(other, { ...NOTHING_SAID, lawful: true }, BOX, false))).toBe('b7 b8');
});

test('tiles in two heaps far apart are of two racks', () => {
  const row = (from: number): ReadTile[] => [0, 1, 2].map((place) => tile('b7', from + place));
  expect(apart([...row(0), ...row(4)])).toBe(false);
  expect(apart([...row(0), ...row(12)])).toBe(true);
  expect(apart([...row(0), tile('b7', 20)])).toBe(false);
});

test('a point lies in a tile or beside it', () => {
  expect(within([110, 110], tile('b7', 0).corners)).toBe(true);
  expect(within([99, 110], tile('b7', 0).corners)).toBe(false);
});

test('what lies elsewhere is not on the photograph', () => {
  const left = boxLeft(TWIST, ['k1', 'k1', 'k1', 'y13', 'D']);
  expect(left).toHaveLength(53);
  expect([left[0], left[1], left[51], left[52]]).toEqual([0, 2, 1, 7]);
});
