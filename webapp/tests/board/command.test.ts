import { describe, expect, test } from 'vitest';
import { languages, texts } from '../../building/messages';
import {
  CommandFault,
  EXAMPLES,
  find,
  inWords,
  parse,
  splitAt,
  VOCABULARY,
  type Command,
} from '../../src/board/command';
import { follow, Ids, NOTHING } from '../../src/board/rebase';

const NAMES = new Map<string, string>();

function said(line: string): Command {
  return parse(line, NAMES);
}

function fault(work: () => unknown): string {
  try {
    work();
  } catch (problem) {
    if (problem instanceof CommandFault) return problem.code;
    throw problem;
  }
  return '';
}

describe('a command', () => {
  const tile = (kind: string, from: number | null = null, stands: string | null = null): object => ({
    kind,
    from,
    stands,
  });

  test('moves tiles to a new set, to a set, to the rack', () => {
    const picks = [tile('r5'), tile('r6'), tile('r7')];
    for (const line of ['r5 r6 r7 > new', 'R5, r6,r7, → NEW'.replace(',r7', ', r7'), '  r5 r6 r7>new '])
      expect(said(line)).toEqual({ t: 'move', picks, to: 'new' });
    expect(said('r5 > 3')).toEqual({ t: 'move', picks: [tile('r5')], to: 3 });
    expect(said('r5 > meld 3')).toEqual({ t: 'move', picks: [tile('r5')], to: 3 });
    expect(said('k13 j > rack')).toEqual({ t: 'move', picks: [tile('k13'), tile('J')], to: 'rack' });
  });

  test('says from which set a tile comes, and what a joker stands for', () => {
    expect(said('r5 3: b6 b7 12: J=b8 > new')).toEqual({
      t: 'move',
      picks: [tile('r5'), tile('b6', 3), tile('b7', 3), tile('J', 12, 'b8')],
      to: 'new',
    });
    expect(said('3: J=b5')).toEqual({ t: 'state', set: 3, kind: 'J', stands: 'b5' });
  });

  test('splits and joins', () => {
    expect(said('3: split b6')).toEqual({ t: 'split', set: 3, kind: 'b6' });
    expect(said('3+5')).toEqual({ t: 'move', picks: [{ all: 5 }], to: 3 });
    expect(said('3 > 5')).toEqual({ t: 'move', picks: [{ all: 3 }], to: 5 });
  });

  test('is a word', () => {
    expect(said('Undo')).toEqual({ t: 'word', word: 'undo' });
    for (const word of ['meld', 'set']) expect(said(`${word} 12`)).toEqual({ t: 'set', set: 12 });
    expect(said('sort groups')).toEqual({ t: 'sort', by: 'groups' });
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['frobnicate', 'unknown'],
    ['undo twice', 'extra'],
    ['r5 > new now', 'extra'],
    ['r14 > new', 'tile'],
    ['q5 > new', 'tile'],
    ['r5=b5 > new', 'tile'],
    ['> new', 'tiles'],
    ['3: > new', 'tiles'],
    ['r5 >', 'target'],
    ['r5 > r6', 'target'],
    ['r5', 'target'],
    ['3 +', 'join'],
    ['3 + r5', 'join'],
    ['3: b6', 'colon'],
    ['3:', 'colon'],
    ['3: split', 'colon'],
    ['sort', 'sort'],
    ['set', 'set'],
    ['set up', 'set'],
  ])('%j is refused as %s', (line, code) => {
    expect(fault(() => said(line))).toBe(code);
  });
});

describe('tiles of a command', () => {
  const seen = follow(NOTHING, ['r5', 'r5', 'b9', 'J'], ['b4 b5 b6', 'k5 b5 r5', 'y1 y2 y3'], new Ids());
  const found = (line: string): string[] => {
    const command = said(line);
    if (command.t !== 'move') throw new Error(line);
    return find(seen.base, seen.draft, seen.order, command.picks).ids.map(
      (id) =>
        `${seen.base.tiles.get(id)?.kind}@${seen.draft.findIndex((meld) => meld.tiles.includes(id)) + 1 || 'rack'}`,
    );
  };

  test('come from the rack first, else from the only set that has them', () => {
    expect(found('r5 y2 > new')).toEqual(['r5@rack', 'y2@3']);
    expect(found('r5 r5 r5 > new')).toEqual(['r5@rack', 'r5@rack', 'r5@2']);
  });

  test('of a set', () => {
    expect(found('2: r5 b5 1: b5 > new')).toEqual(['r5@2', 'b5@2', 'b5@1']);
    expect(found('1 > 2')).toEqual(['b4@1', 'b5@1', 'b6@1']);
  });

  test.each([
    ['b5 > new', 'several'],
    ['k9 > new', 'no-tile'],
    ['r5 r5 r5 r5 > new', 'no-tile'],
    ['1: k5 > new', 'not-in-set'],
    ['9: k5 > new', 'no-set'],
    ['9 > new', 'no-set'],
  ])('%j is refused as %s', (line, code) => {
    expect(fault(() => found(line))).toBe(code);
  });

  test('a set is split before a tile of it that is not its first', () => {
    expect(splitAt(seen.base, seen.draft, 1, 'b5')).toBe(1);
    expect(fault(() => splitAt(seen.base, seen.draft, 1, 'b4'))).toBe('first');
    expect(fault(() => splitAt(seen.base, seen.draft, 1, 'k4'))).toBe('not-in-set');
    expect(fault(() => splitAt(seen.base, seen.draft, 4, 'k4'))).toBe('no-set');
  });
});

describe.each(languages())('command words in %s', (language) => {
  const known = texts(language);
  const names = new Map(VOCABULARY.map((word) => [known[`command.word-${word}`] ?? '', word as string]));

  test('are one word each, all different, and no tile', () => {
    expect(names.size).toBe(VOCABULARY.length);
    for (const name of names.keys()) {
      expect(name).toMatch(/^[\p{Ll}\p{Lo}]{2,}$/u);
      expect(VOCABULARY.find((word) => word === name && names.get(name) !== word)).toBeUndefined();
    }
  });

  test('mean the same as the English ones', () => {
    for (const [name, word] of names) {
      if (word === 'new' || word === 'rack')
        expect(parse(`r5 > ${name.toUpperCase()}`, names)).toEqual(said(`r5 > ${word}`));
    }
    expect(parse(`${known['command.word-sort']} ${known['command.word-runs']}`, names)).toEqual(said('sort runs'));
  });

  test('make every example of the help', () => {
    for (const line of Object.values(EXAMPLES).flatMap((example) => example.split(' · '))) {
      const own = inWords(line, (word) => known[`command.word-${word}`] ?? '');
      expect(parse(own, names)).toEqual(said(line));
    }
  });

  test('make the examples of the faults', () => {
    const example = (fault: string, shape: RegExp): Command =>
      parse(shape.exec(known[`command.fault-${fault}`] ?? '')?.[0] ?? '', names);
    expect(example('empty', /r5 r6 r7 > \p{L}+/u)).toEqual(said('r5 r6 r7 > new'));
    expect(example('tiles', /r5 r6 r7 > \p{L}+/u)).toEqual(said('r5 r6 r7 > new'));
    expect(example('colon', /3: \p{L}+ b6/u)).toEqual(said('3: split b6'));
  });
});
