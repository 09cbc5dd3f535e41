import { describe, expect, test } from 'vitest';
import { caretAt, hitFelt, hitRack } from '../../src/board/hit';
import {
  layout,
  rackLayout,
  rackShape,
  SMALLEST,
  tileAt,
  type Box,
  type Item,
  type Layout,
} from '../../src/board/layout';
import { seeded } from '../random';

const SIZES = [
  { name: '390x844', width: 390, height: 500 },
  { name: '844x390', width: 728, height: 230 },
  { name: '768x1024', width: 768, height: 670 },
  { name: '1280x800', width: 980, height: 520 },
  { name: '1440x900', width: 1140, height: 600 },
  { name: '320x568', width: 320, height: 230 },
];

function melds(count: number, seed = 1): Item[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, at) => ({ id: `m${at}`, count: 3 + Math.floor(random() * random() * 11) }));
}

function apart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

function check(placed: Layout, width: number): void {
  for (const box of placed.melds) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(placed.height);
    for (const other of placed.melds)
      if (other !== box) expect(apart(box, other), `${box.id} and ${other.id}`).toBe(true);
  }
}

function rowOf(placed: Layout, id: string): number {
  return placed.rows.findIndex((row) => row.includes(id));
}

describe.each(SIZES)('the felt at $name', ({ width, height }) => {
  const space = { width, height, largest: 60 };

  test.each([0, 1, 5, 12, 20, 28])('places %i melds without overlap', (count) => {
    for (let seed = 1; seed < 8; seed += 1) {
      const items = melds(count, seed);
      const placed = layout(items, space);
      expect(placed.melds).toHaveLength(count);
      check(placed, width);
      expect(placed.metrics.w).toBeGreaterThanOrEqual(SMALLEST);
      if (placed.metrics.w > SMALLEST) expect(placed.height).toBeLessThanOrEqual(height);
    }
  });

  test('stays sticky: one more tile moves at most one meld to another row', () => {
    const items = melds(14, 5);
    const before = layout(items, space);
    for (const grown of items) {
      const after = layout(
        items.map((item) => (item === grown ? { ...item, count: item.count + 1 } : item)),
        space,
        before,
      );
      check(after, width);
      if (after.metrics.w !== before.metrics.w) continue;
      const moved = items.filter((item) => rowOf(before, item.id) !== rowOf(after, item.id));
      expect(moved.length).toBeLessThanOrEqual(1);
    }
  });

  test('a begun turn is as large as any once the felt has its height', () => {
    const items = melds(3, 2);
    const flat = layout(items, { ...space, height: -34 }, undefined, false);
    expect(flat.metrics.w).toBe(SMALLEST);
    const shown = layout(items, space, flat, false);
    expect(shown.metrics.w * 1.35).toBeGreaterThan(layout(items, space).metrics.w);
  });

  test('a play of many turns stays apart and inside', () => {
    const random = seeded(11);
    let items = melds(3, 2);
    let placed = layout(items, space);
    for (let turn = 0; turn < 60; turn += 1) {
      items = items.map((item) => ({ ...item, count: Math.max(3, item.count + (random() < 0.2 ? 1 : 0)) }));
      if (random() < 0.4) items = [...items, { id: `t${turn}`, count: 3 }];
      if (random() < 0.2) items = items.slice(1);
      placed = layout(items, space, placed);
      check(placed, width);
    }
  });

  test('enlarged as far as the reader likes, it stays apart and within its width, and goes back to what fits', () => {
    const items = melds(14, 5);
    const fitting = layout(items, space);
    let before = fitting;
    for (const zoom of [1.25, 1.6, 2.5]) {
      const large = layout(items, { ...space, zoom }, before);
      check(large, width);
      expect(large.metrics.w).toBeGreaterThanOrEqual(before.metrics.w);
      const grown = layout([...items, { id: 'new', count: 3 }], { ...space, zoom }, large);
      for (const { id } of items) expect(rowOf(grown, id)).toBe(rowOf(large, id));
      before = large;
    }
    expect(layout(items, space, before).metrics.w).toBe(fitting.metrics.w);
  });

  test('a point on a tile finds its meld, and a free point a new one', () => {
    const placed = layout(melds(9, 4), space);
    for (const box of placed.melds) {
      for (let at = 0; at < box.count; at += 1) {
        const spot = tileAt(placed.metrics, box.perLine, at);
        const middle = { x: box.x + spot.x + placed.metrics.w / 2, y: box.y + spot.y + placed.metrics.h / 2 };
        expect(hitFelt(placed, middle.x, middle.y)).toEqual({ to: 'meld', meld: box.id, at: null });
      }
      const left = hitFelt(placed, box.x + 1, box.y + box.height / 2);
      expect(left).toMatchObject({ to: 'meld', meld: box.id });
      const caret = caretAt(placed.metrics, box, 0);
      expect(caret.x).toBeGreaterThanOrEqual(box.x);
    }
    expect(hitFelt(placed, width / 2, placed.height + 50)).toEqual({ to: 'new' });
  });
});

describe('the rack', () => {
  test.each([
    [304, 568],
    [374, 844],
    [700, 390],
    [720, 1024],
    [776, 900],
    [1240, 1080],
  ])('fills a width of %i on a screen of height %i', (width, screen) => {
    const { rows, columns, largest } = rackShape(width, screen);
    const rack = rackLayout(14, width, rows, columns, largest);
    const used = rack.columns * (rack.w + rack.gap) - rack.gap;
    expect(used).toBeLessThanOrEqual(width);
    expect(width - used).toBeLessThan(rack.columns + rack.w);
    expect(rack.columns * rack.rows).toBeGreaterThanOrEqual(14);
  });

  test.each([
    [358, 2, 10, 40],
    [288, 2, 10, 40],
    [712, 1, 14, 40],
    [628, 2, 11, 58],
    [824, 2, 14, 58],
  ])('of width %i holds 1 to 40 tiles', (width, rows, columns, largest) => {
    for (let count = 1; count <= 40; count += 1) {
      const rack = rackLayout(count, width, rows, columns, largest);
      expect(rack.columns * rack.rows).toBeGreaterThanOrEqual(count);
      expect(rack.columns * (rack.w + rack.gap) - rack.gap).toBeLessThanOrEqual(width);
      expect(rack.w).toBeGreaterThanOrEqual(SMALLEST);
    }
  });

  test('finds the gap nearest to a point', () => {
    const rack = rackLayout(14, 358, 2, 10, 40);
    const places = Array.from({ length: 14 }, (_, at) => (at === 6 ? '.1' : `t${at}`));
    const pitch = rack.w + rack.gap;
    expect(hitRack(rack, places, 0, 5)).toBe(0);
    expect(hitRack(rack, places, pitch * 3, 5)).toBe(3);
    expect(hitRack(rack, places, 5, rack.h + rack.gap + 10)).toBe(10);
    // on an empty place and behind the last tile: that place
    expect(hitRack(rack, places, pitch * 6.8, 5)).toBe(6);
    expect(hitRack(rack, places, pitch * 7.8, rack.h + rack.gap + 10)).toBe(17);
    expect(hitRack(rack, places, 900, 900)).toBe(19);
  });
});
