import { describe, expect, test } from 'vitest';
import {
  bound,
  move,
  placed,
  rackOf,
  relay,
  sameDraft,
  split,
  state,
  type Draft,
  type Target,
} from '../../src/board/draft';
import { begin, push, redo, undo } from '../../src/board/history';
import { conserved, follow, Ids, NOTHING, type Followed } from '../../src/board/rebase';
import { arrangement, meldText } from '../../src/board/wire';
import { BOX, seeded, shuffled } from '../random';

function table(rack: string[], melds: string[], ids = new Ids()): Followed {
  return follow(NOTHING, rack, melds, ids);
}

function texts(seen: Followed, draft: Draft = seen.draft): string[] {
  return draft.map((meld) => meldText(seen.base, meld));
}

function idsOf(seen: Followed, ...kinds: string[]): string[] {
  const left = [...seen.base.tiles.values()];
  return kinds.map((kind) => {
    const at = left.findIndex((tile) => tile.kind === kind);
    return left.splice(at, 1)[0]?.id ?? '';
  });
}

describe('a draft', () => {
  test('loses no tile in 5,000 random moves', () => {
    const random = seeded(7);
    const tiles = shuffled(BOX, random);
    const melds: string[] = [];
    for (let at = 0; at < 60; at += 4) melds.push(tiles.slice(at, at + 4).join(' '));
    const seen = table(tiles.slice(60, 85), melds);
    const kinds = [...seen.base.tiles.values()]
      .map((tile) => tile.kind)
      .sort()
      .join();
    let history = begin<Draft>(seen.draft);
    for (let step = 0; step < 5000; step += 1) {
      const draft = history.present;
      const all = [...seen.base.tiles.keys()];
      const moving = shuffled(all, random).slice(0, 1 + Math.floor(random() * 4));
      const meld = draft[Math.floor(random() * draft.length)];
      const dice = random();
      if (dice < 0.1) history = undo(history);
      else if (dice < 0.15) history = redo(history);
      else if (dice < 0.25 && meld) history = push(history, split(draft, meld.id, Math.floor(random() * 5)));
      else {
        const targets: Target[] = [{ to: 'new' }, { to: 'rack' }];
        if (meld)
          targets.push({
            to: 'meld',
            meld: meld.id,
            at: random() < 0.5 ? null : Math.floor(random() * (meld.tiles.length + 1)),
          });
        const target = targets[Math.floor(random() * targets.length)] ?? { to: 'new' };
        const next = move(seen.base, draft, moving, target);
        expect(next === null).toBe(target.to === 'rack' && bound(seen.base, moving).length > 0);
        if (next !== null) history = push(history, next);
      }
      const now = history.present;
      expect(conserved(seen.base, now)).toBe(true);
      const rack = rackOf(seen.base, now, seen.order);
      const here = [...now.flatMap((one) => one.tiles), ...rack]
        .map((id) => seen.base.tiles.get(id)?.kind)
        .sort()
        .join();
      expect(here).toBe(kinds);
    }
  }, 60_000);

  test('keeps table tiles off the rack and lets own tiles go back', () => {
    const seen = table(['b3', 'k1'], ['b4 b5 b6']);
    const [b3 = '', b4 = ''] = idsOf(seen, 'b3', 'b4');
    const meld = seen.draft[0]?.id ?? '';
    const grown = move(seen.base, seen.draft, [b3], { to: 'meld', meld, at: null }) ?? [];
    expect(texts(seen, grown)).toEqual(['b3 b4 b5 b6']);
    expect(placed(seen.base, grown)).toEqual([b3]);
    expect(move(seen.base, grown, [b4], { to: 'rack' })).toBeNull();
    expect(texts(seen, move(seen.base, grown, [b3], { to: 'rack' }) ?? [])).toEqual(['b4 b5 b6']);
  });

  test('puts tiles where the caret stood, counted before the move', () => {
    const seen = table([], ['k1 k2 k3 k4']);
    const [k1 = '', k4 = ''] = idsOf(seen, 'k1', 'k4');
    const meld = seen.draft[0]?.id ?? '';
    expect(texts(seen, move(seen.base, seen.draft, [k1], { to: 'meld', meld, at: 3 }) ?? [])).toEqual(['k2 k3 k1 k4']);
    expect(texts(seen, move(seen.base, seen.draft, [k4], { to: 'meld', meld, at: 0 }) ?? [])).toEqual(['k4 k1 k2 k3']);
  });

  test('splits, is laid again, and forgets a stated reading when it changes', () => {
    const seen = table(['k9'], ['J b8 J', 'k1 k2 k3 k4 k5 k6']);
    const [first, second] = seen.draft;
    expect(texts(seen, split(seen.draft, second?.id ?? '', 3))).toEqual(['J b8 J', 'k1 k2 k3', 'k4 k5 k6']);
    expect(texts(seen, relay(seen.base, seen.draft, second?.id ?? '', ['k6', 'k5', 'k4', 'k3', 'k2', 'k1']))[1]).toBe(
      'k6 k5 k4 k3 k2 k1',
    );
    const stated = state(seen.draft, first?.id ?? '', 'run', { [first?.tiles[0] ?? '']: 'b7' });
    expect(texts(seen, stated)[0]).toBe('run: J=b7 b8 J');
    expect(sameDraft(stated, seen.draft)).toBe(false);
    const [k9 = ''] = idsOf(seen, 'k9');
    const grown = move(seen.base, stated, [k9], { to: 'meld', meld: first?.id ?? '', at: 3 }) ?? [];
    expect(texts(seen, grown)[0]).toBe('J b8 J k9');
  });
});

describe('on the wire', () => {
  test('the opening is what was laid from the rack alone', () => {
    const seen = table(['k10', 'r10', 'b10', 'k1'], ['k2 k3 k4']);
    const laid = move(seen.base, seen.draft, idsOf(seen, 'k10', 'r10', 'b10'), { to: 'new' }) ?? [];
    expect(arrangement(seen.base, laid, false, null)).toEqual({
      opening: ['k10 r10 b10'],
      table: ['k2 k3 k4', 'k10 r10 b10'],
    });
    expect(arrangement(seen.base, laid, true, null).opening).toEqual([]);
  });

  test('a witness holds while its tiles lie on the table', () => {
    const seen = table(['k10', 'r10', 'b10'], ['y10 y11 y12 y13']);
    const laid = move(seen.base, seen.draft, idsOf(seen, 'k10', 'r10', 'b10'), { to: 'new' }) ?? [];
    const witness = laid.slice(1);
    const own = laid[1]?.id ?? '';
    const used = move(seen.base, laid, idsOf(seen, 'y10'), { to: 'meld', meld: own, at: null }) ?? [];
    expect(arrangement(seen.base, used, false, witness)).toEqual({
      opening: ['k10 r10 b10'],
      table: ['y11 y12 y13', 'k10 r10 b10 y10'],
    });
    const back = move(seen.base, used, idsOf(seen, 'k10'), { to: 'rack' }) ?? [];
    expect(arrangement(seen.base, back, false, witness).opening).toEqual([]);
  });
});

describe('following the server', () => {
  test('ids stay with tiles and melds that are still there', () => {
    const ids = new Ids();
    const before = table(['k1', 'r5'], ['b4 b5 b6', 'k7 r7 y7'], ids);
    const after = follow(before, ['k1', 'r5', 'y2'], ['k7 r7 y7', 'b4 b5 b6 b7'], ids);
    expect(after.fresh).toHaveLength(1);
    expect(after.order.slice(0, 2)).toEqual(before.order);
    expect(after.base.melds[0]?.id).toBe(before.base.melds[1]?.id);
    expect(after.base.melds[1]?.tiles.slice(0, 3)).toEqual(before.base.melds[0]?.tiles);
  });

  test('own tiles keep their ids when the play is accepted', () => {
    const ids = new Ids();
    const seen = table(['k10', 'r10', 'b10', 'y1'], [], ids);
    const laid = move(seen.base, seen.draft, idsOf(seen, 'k10', 'r10', 'b10'), { to: 'new' }) ?? [];
    const after = follow({ ...seen, draft: laid }, ['y1'], ['k10 r10 b10'], ids);
    expect(after.base.melds[0]?.tiles).toEqual(laid[0]?.tiles);
    expect(after.draft).toEqual(after.base.melds);
  });

  test('a plan survives what did not touch it, and only that', () => {
    const ids = new Ids();
    const seen = table(['b7', 'y3', 'k3', 'r3'], ['b4 b5 b6', 'k8 r8 y8'], ids);
    let plan =
      move(seen.base, seen.draft, idsOf(seen, 'b7'), { to: 'meld', meld: seen.draft[0]?.id ?? '', at: null }) ?? [];
    plan = move(seen.base, plan, idsOf(seen, 'y3', 'k3', 'r3'), { to: 'new' }) ?? [];
    const kept = follow({ ...seen, draft: plan }, ['b7', 'y3', 'k3', 'r3'], ['b4 b5 b6', 'k8 r8 y8 b8'], ids);
    expect(texts(kept).sort()).toEqual(['b4 b5 b6 b7', 'k3 r3 y3', 'k8 r8 y8 b8']);
    expect(kept.conflicts.tiles.size).toBe(0);
    const grown = follow({ ...seen, draft: plan }, ['b7', 'y3', 'k3', 'r3'], ['b3 b4 b5 b6', 'k8 r8 y8'], ids);
    expect(texts(grown).sort()).toEqual(['b3 b4 b5 b6 b7', 'k3 r3 y3', 'k8 r8 y8']);
    const cut = follow({ ...seen, draft: plan }, ['b7', 'y3', 'k3', 'r3'], ['b4 r4 k4', 'b5 b6 J', 'k8 r8 y8'], ids);
    expect(texts(cut).sort()).toEqual(['b4 r4 k4', 'b5 b6 J', 'k3 r3 y3', 'k8 r8 y8']);
    expect([...cut.conflicts.tiles]).toEqual(idsOf(seen, 'b7'));
    expect(cut.base.melds.filter((meld) => cut.conflicts.melds.has(meld.id))).toHaveLength(2);
    for (const one of [grown, cut]) expect(conserved(one.base, one.draft)).toBe(true);
    expect(follow(cut, ['b7', 'y3', 'k3', 'r3'], ['b4 r4 k4', 'b5 b6 J', 'k8 r8 y8'], ids).same).toBe(true);
  });

  test('conserves tiles through 400 random tables', () => {
    const random = seeded(3);
    const ids = new Ids();
    let seen = table([], [], ids);
    for (let turn = 0; turn < 400; turn += 1) {
      const tiles = shuffled(BOX, random);
      const melds = Array.from({ length: 5 }, (_, at) => tiles.slice(at * 3, at * 3 + 3).join(' '));
      seen = follow(seen, tiles.slice(20, 34), melds, ids);
      expect(conserved(seen.base, seen.draft)).toBe(true);
      expect(texts(seen, seen.base.melds)).toEqual(melds);
      expect(new Set(seen.draft.map((meld) => meld.id)).size).toBe(seen.draft.length);
      const moving = shuffled([...seen.base.tiles.keys()], random).slice(0, 3);
      seen = { ...seen, draft: move(seen.base, seen.draft, moving, { to: 'new' }) ?? seen.draft };
    }
  });
});
