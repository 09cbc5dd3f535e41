import { expect, test } from 'vitest';
import { freeSpot } from '../../src/ui/board/free_spot';

const VIEW = { x: 0, y: 0, width: 300, height: 300 };
const meld = { x: 100, y: 100, width: 100, height: 60 };

test('it stands right beside the meld, where nothing lies', () => {
  const spot = freeSpot([meld], meld, 44, VIEW);
  expect(spot).not.toBeNull();
  const { x, y } = spot ?? { x: 0, y: 0 };
  const gap = Math.hypot(Math.max(0, 100 - x - 44, x - 200), Math.max(0, 100 - y - 44, y - 160));
  expect(gap).toBeGreaterThanOrEqual(2);
  expect(gap).toBeLessThan(9);
});

test('it keeps off the melds around, and stays in sight', () => {
  const around = [meld, { x: 0, y: 90, width: 96, height: 80 }, { x: 204, y: 0, width: 96, height: 300 }];
  const spot = freeSpot(around, meld, 44, { ...VIEW, y: 90, height: 210 });
  expect(spot?.y).toBeGreaterThanOrEqual(162);
  expect(spot?.y).toBeLessThan(170);
  expect(spot?.x).toBeLessThanOrEqual(158);
});

test('where there is no room there is none', () => {
  expect(freeSpot([VIEW], meld, 44, VIEW)).toBeNull();
  expect(freeSpot([], meld, 44, { ...VIEW, height: 40 })).toBeNull();
});
