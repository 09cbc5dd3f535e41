import { describe, expect, it } from 'vitest';
import type { Base, Draft } from '../../src/board/draft';
import { plainMeld } from '../../src/board/draft';
import { laid, progress, wanted } from '../../src/board/hinted';

const RACK = ['r3', 'r4', 'r5', 'b7', 'b7', 'k1'];
const TABLE = ['b4 b5 b6', 'k7 r7 y7'];

function base(): Base {
  const tiles = [
    ...RACK.map((kind, at) => ({ id: `r${at}`, kind, home: 'rack' as const })),
    ...TABLE.join(' ')
      .split(' ')
      .map((kind, at) => ({ id: `t${at}`, kind, home: 'table' as const })),
  ];
  return {
    tiles: new Map(tiles.map((tile) => [tile.id, tile])),
    melds: [plainMeld('m1', ['t0', 't1', 't2']), plainMeld('m2', ['t3', 't4', 't5'])],
  };
}

const AFTER = ['b4 b5 b6 b7', 'k7 r7 y7 b7', 'r3 r4 r5'];
const melds = wanted(TABLE, AFTER, ['r3', 'r4', 'r5', 'b7', 'b7']);
const own = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];

describe('the melds of a hint', () => {
  it('are those that do not lie there, each with what comes from the rack', () => {
    expect(melds.map((meld) => meld.own.join(' '))).toEqual(['b7', 'b7', 'r3 r4 r5']);
    expect(wanted(TABLE, [...TABLE, 'r3 r4 r5'], ['r3', 'r4', 'r5'])).toHaveLength(1);
  });

  it('leave a twin of the table to the meld that is not of the rack alone', () => {
    const [run, group] = wanted(['b7 b8 b9'], ['b7 b8 b9 b10', 'b7 k7 r7'], ['b7', 'b10', 'k7', 'r7']);
    expect(run?.own).toEqual(['b10']);
    expect(group?.own).toEqual(['b7', 'k7', 'r7']);
  });

  it('mark each tile of the rack with the number of its meld', () => {
    const { marks, done } = progress(melds, base(), base().melds, own);
    expect([...marks]).toEqual([
      ['r0', 3],
      ['r1', 3],
      ['r2', 3],
      ['r3', 1],
      ['r4', 2],
    ]);
    expect(done.size).toBe(0);
  });

  it('follow what was laid', () => {
    const draft: Draft = [...base().melds, plainMeld('n1', ['r2', 'r1', 'r0'])];
    const { marks, done } = progress(melds, base(), draft, own);
    expect([...done]).toEqual([melds[2]]);
    expect([...marks.keys()]).toEqual(['r3', 'r4']);
  });

  it('are laid at one press, whatever lies', () => {
    const draft = laid(base(), own, AFTER);
    const { marks, done } = progress(melds, base(), draft, own);
    expect(done.size).toBe(3);
    expect(marks.size).toBe(0);
    expect(draft.map((meld) => meld.id).slice(0, 2)).toEqual(['m1', 'm2']);
    expect(new Set(draft.flatMap((meld) => meld.tiles)).size).toBe(11);
  });

  it('may be twins of melds that lie there', () => {
    const twice = [...TABLE, 'k1 b4 y7', 'k1 b4 y7'];
    const twin = wanted([...TABLE, 'k1 b4 y7'], twice, ['k1']);
    const lies: Base = { ...base(), melds: [...base().melds, plainMeld('m3', ['r5', 't0', 't5'])] };
    expect(progress(twin, lies, lies.melds, ['r5']).done.size).toBe(0);
    const draft = [...lies.melds, plainMeld('n1', ['r5', 't0', 't5'])];
    expect(progress(twin, lies, draft, ['r5']).done.size).toBe(1);
  });

  it('are laid turn after turn', () => {
    const rack = RACK.map((kind, at) => ({ id: `r${at}`, kind, home: 'rack' as const }));
    const lying = ['k1 k2 k3', 'r9 r10 r11'];
    const tiles = lying.map((meld, at) =>
      meld.split(' ').map((kind, place) => ({ id: `t${at}${place}`, kind, home: 'table' as const })),
    );
    // what was laid as a hint said has kept its name
    const now: Base = {
      tiles: new Map([...rack, ...tiles.flat()].map((tile) => [tile.id, tile])),
      melds: tiles.map((meld, at) =>
        plainMeld(
          `shown-${2 * at}`,
          meld.map(({ id }) => id),
        ),
      ),
    };
    const names = laid(now, own, ['r3 r4 r5', 'r9 r10 r11', 'k1 k2 k3', 'b7 k7 y7']).map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
  });
});
