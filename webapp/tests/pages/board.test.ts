import { beforeEach, expect, test, vi } from 'vitest';
import { Drafting } from '../../src/pages/table/game/drafting.svelte';

vi.mock('../../src/pages/table/game/game.svelte', () => ({ hint: (code: string) => code }));
const { Board } = await import('../../src/pages/table/input/hands.svelte');
type Game = ConstructorParameters<typeof Board>[0];

const RACK = ['k1', 'k2', 'k3', 'r9', 'b2', 'b9'];
const TABLE = ['r5 r6 r7', 'y1 y2 y3 y4'];

/** The hands at a table, and the word of a judge who is still thinking. */
function seated(locked = false): { board: InstanceType<typeof Board>; drafting: Drafting; answer: () => void } {
  const drafting = new Drafting('room');
  drafting.follow(RACK, TABLE, []);
  let answer: () => void = () => undefined;
  const told = new Promise<boolean>((done) => {
    answer = () => done(true);
  });
  const game = {
    drafting,
    seated: true,
    state: { phase: 'playing' },
    busy: false,
    locked,
    notice: null,
    previews: { judge: () => told },
    verdict: (meld: { id: string }) => ({ legal: meld.id === drafting.draft[0]?.id, relaid: null }),
  };
  return { board: new Board(game as unknown as Game), drafting, answer };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
});

test('a finger that rests takes from here on, and asked again the other choice', () => {
  const { board, drafting } = seated();
  const kinds = (): string[] => drafting.selection.map((id) => drafting.kindOf(id));
  const [first = ''] = drafting.rack.filter((id) => drafting.kindOf(id) === 'k1');
  expect(board.hold(first)).toBe(true);
  expect(kinds()).toEqual(['k1', 'k2', 'k3']);
  const tail = drafting.draft[1]?.tiles[2] ?? '';
  drafting.clear();
  expect(board.hold(tail)).toBe(true);
  expect(kinds()).toEqual(['y3', 'y4']);
  expect(board.hold(tail)).toBe(true);
  expect(kinds()).toEqual(['y1', 'y2', 'y3', 'y4']);
});

test('a finger that rests leaves a handful as it is, on one of its tiles and where it is to go', () => {
  const { board, drafting } = seated();
  const handful = drafting.rack.filter((id) => ['r9', 'b9', 'k2'].includes(drafting.kindOf(id)));
  for (const id of handful) board.tapTile(id, false);
  const goal = drafting.draft[0]?.tiles[1] ?? '';
  const other = drafting.rack.find((id) => !handful.includes(id)) ?? '';
  for (const id of [...handful, goal, other]) expect(board.hold(id)).toBe(false);
  expect(drafting.selection).toEqual(handful);
});

test('a table that may not be touched yet is not touched by keys either', () => {
  const { board, drafting } = seated(true);
  const [first = '', second = ''] = drafting.draft[0]?.tiles ?? [];
  drafting.toggle(first);
  expect(board.place({ to: 'new' })).toBe(false);
  drafting.clear();
  board.focused(second, 'felt');
  board.split();
  expect(drafting.dirty).toBe(false);
  board.tapTile(drafting.rack[0] ?? '', false);
  expect(board.place({ to: 'new' })).toBe(true);
});

test('a tile that only a picture shows cannot be taken up', async () => {
  const { board, drafting } = seated();
  board.tapTile('laid-0-1', false);
  board.hold('laid-0-1');
  await board.doubleTap('laid-0-1');
  expect(board.carry('laid-0-1', 'shown-0')).toEqual([]);
  expect(board.place({ to: 'new' })).toBe(false);
  expect(drafting.dirty).toBe(false);
});

test('a tile tapped twice takes nothing along that was taken up while the judge was asked', async () => {
  const { board, drafting, answer } = seated();
  const [one = '', another = ''] = drafting.rack;
  const asked = board.doubleTap(one);
  board.tapTile(another, false);
  answer();
  await asked;
  expect(drafting.dirty).toBe(false);
  expect(drafting.selection).toEqual([one, another]);
});
