import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchOf, type Search } from '../../src/solver/kernel';
import { answers, understood, type Question } from '../../src/solver/answers';

const FILE = new URL('../../../src/tilerummy/solver/kernel.wasm', import.meta.url);

describe.skipIf(!existsSync(FILE))('the solver', () => {
  let search: Search;
  beforeAll(async () => {
    search = await searchOf(await WebAssembly.compile(readFileSync(FILE)));
  });

  function answer(asked: Partial<Question>) {
    const question: Question = { position: '', edition: 'original', objective: 'tiles', ...asked };
    const query = understood(question);
    return (query && answers(query, question, search))?.[0] ?? null;
  }

  it('says the best play', () => {
    expect(answer({ position: 'b4 b5 b6 | b3 k1' })).toEqual({
      status: 'optimal',
      tiles: 1,
      value: 3,
      play: { opening: [], table: ['b3 b4 b5 b6'] },
      played: ['b3'],
      bound: 1,
      nodes: expect.any(Number) as number,
    });
  });

  it('says that there is none', () => {
    expect(answer({ position: 'b4 b5 b6 | k1' })).toMatchObject({ status: 'no-play', play: null, bound: 0 });
    expect(answer({ position: 'b4 b5 b6 | b3 k1', objective: 'out' })).toMatchObject({ status: 'no-play' });
  });

  it('opens with the table where the edition lets it', () => {
    const position = 'b4 b5 b6 | b3 k11 k12 k13 | unopened';
    expect(answer({ position })).toMatchObject({ tiles: 3, play: { opening: ['k11 k12 k13'] } });
    expect(answer({ position, edition: 'sabra' })).toMatchObject({ tiles: 4, play: { opening: ['k11 k12 k13'] } });
  });

  it('says the best plays, best first', () => {
    const question: Question = { position: 'b4 b5 b6 | b3 b7 k1', edition: 'original', objective: 'value', count: 9 };
    const found = answers(understood(question)!, question, search)!;
    expect(found.map(({ played }) => played.join(' '))).toEqual(['b3 b7', 'b7', 'b3']);
  });

  it('ends with its budget', () => {
    const racks = '| k1 k2 k3 r4 r5 r6 b7 b8 b9 y1 y2 y3 k9 r9 J';
    expect(answer({ position: racks, budget: { nodes: 1 } })).toMatchObject({ status: 'out-of-budget', nodes: 1 });
    expect(answer({ position: racks, budget: { milliseconds: 1000 } })).toMatchObject({ status: 'optimal' });
  });

  it('takes no meld that is none', () => {
    expect(answer({ position: 'b4 b5 b7 | k1' })).toBeNull();
  });
});
