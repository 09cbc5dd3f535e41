import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { follow } from '../../src/pages/replay/drawing/groups';
import { marksOf } from '../../src/pages/replay/game/marks';
import { momentsOf, type Moment } from '../../src/pages/replay/game/moments';
import { fragmentOf, placeIn } from '../../src/pages/replay/game/place';
import { readRecord } from '../../src/pages/replay/game/record';
import { MOST_TURNS, Unreadable, type Row, type Source } from '../../src/pages/replay/game/source';
import { kindsIn, stepsOf } from '../../src/pages/replay/game/steps';
import { movingPicture } from '../../src/pages/replay/sending/picture';

const GAMES = join(import.meta.dirname, '../../../tests/golden/games');
const names = readdirSync(GAMES).filter((name) => name.endsWith('.jsonl'));
const text = (name: string): string => readFileSync(join(GAMES, name), 'utf8');
const read = (name: string): [Source, Moment[]] => {
  const source = readRecord(text(name));
  return [source, momentsOf(source)];
};
const sorted = (tiles: readonly string[]): string => [...tiles].sort().join(' ');

/** What is wrong with a text, by its code and its line. */
function wrong(record: string): string {
  try {
    momentsOf(readRecord(record));
    return 'nothing';
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return [fault.code, ...Object.values(fault.params)].join(' ');
  }
}

describe.each(names)('%s', (name) => {
  const [source, moments] = read(name);
  const result = moments.at(-1)?.event;

  test('ends as the record says', () => {
    if (result?.t !== 'ended') throw new Error('no end');
    expect(moments.at(-1)?.racks.map((rack) => sorted(rack ?? []))).toEqual(result.result.racks.map(sorted));
    expect(moments.at(-1)?.points).toEqual(result.result.values);
  });

  test('no tile is lost at any moment', () => {
    if (result?.t !== 'ended') throw new Error('no end');
    for (const { racks, table, pool } of moments) {
      const open = [...racks.flatMap((rack) => rack ?? []), ...kindsIn(table)];
      expect(open.length + pool).toBe(result.deck.length);
    }
  });

  test('the steps of each turn end with its table, and a tile keeps its name', () => {
    for (const [at, moment] of moments.entries()) {
      const before = at === 0 ? [] : follow([], moments[at - 1]?.table ?? [], 'old');
      const after = follow(before, moment.table, 'new');
      expect(after.map(({ tiles }) => tiles.map(({ kind }) => kind).join(' '))).toEqual(
        moment.table.map((meld) => kindsIn([meld]).join(' ')),
      );
      const ids = after.flatMap(({ tiles }) => tiles.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
      const fresh = ids.filter((id) => id.startsWith('new')).length;
      const { event } = moment;
      expect(fresh).toBe(event?.t === 'played' || event?.t === 'timed-out' ? event.played.length : 0);
      const steps = stepsOf(before, moment, [], 'new');
      if (steps.length > 0) expect(steps.at(-1)?.groups).toEqual(after);
    }
  });

  test('has names, or none', () => {
    expect(source.names.length).toBe(moments[0]?.tiles.length);
  });
});

test('no turn takes the time in which the game stood', () => {
  const [source, before] = read('original-rack-empty.jsonl');
  const turns = source.rows.findIndex(({ events }) => events.some(({ t }) => t === 'drew' || t === 'played'));
  const pause = (at: number, ...events: Row['events']): Row => ({ at, events });
  const rows = source.rows.map((row, index) => ({ ...row, at: index * 1000 }));
  const early = rows.slice(0, turns);
  const begun = (turns - 1) * 1000;
  const late = rows.slice(turns).map((row) => ({ ...row, at: row.at + 90_000 }));
  const stood = [
    pause(begun + 100, { t: 'paused', until: 0, left: null }),
    pause(begun + 40_100, { t: 'went-on' }),
    pause(begun + 40_200, { t: 'paused', until: 0, left: null }),
  ];
  const took = (all: readonly Row[]): (number | null)[] => momentsOf({ ...source, rows: all }).map((one) => one.took);
  const plain = took(rows);
  // the second pause ends with the move itself: what is left are the moments before, between and none after
  expect(took([...early, ...stood, ...late])).toEqual(plain.with(1, 200));
  expect(before.length).toBe(plain.length);
});

describe('a record that is not right', () => {
  const good = text('original-rack-empty.jsonl');
  const lines = good.trim().split('\n');

  test.each([
    ['', 'not-a-record'],
    ['hello', 'not-a-record'],
    ['{"t":"sheet"}', 'not-a-record'],
    [good.replace('"version":1', '"version":7'), 'unknown-version 7'],
    [lines.slice(0, 2).join('\n'), 'damaged 2'],
    [lines.with(5, '{"t":"drew"').join('\n'), 'damaged 6'],
    [lines.with(5, '{"t":"danced","seat":0}').join('\n'), 'damaged 6'],
    [
      lines
        .with(6, '{"t":"played","seat":0,"opening":[],"table":["r1 r2 r3"],"played":["r1","r1","r1","r1"]}')
        .join('\n'),
      'damaged 7',
    ],
    [[...lines, lines[5] ?? ''].join('\n'), `damaged ${lines.length + 1}`],
    ['x'.repeat(8_000_001), 'too-large 8'],
  ])('is told what it is', (record, code) => {
    expect(wrong(record)).toBe(code);
  });

  test('a record whose hidden part is missing', () => {
    const at = lines.findIndex((line) => line.startsWith('{"t":"drew"'));
    expect(wrong(lines.with(at, lines[at]?.replace(/,"secret".*/, '}') ?? '').join('\n'))).toBe(`damaged ${at + 1}`);
  });

  test('a record of ten thousand turns', () => {
    const start = lines.slice(0, 3);
    const turns = Array.from({ length: 10_000 }, (_, at) => `{"t":"passed","seat":${at % 2}}`);
    expect(wrong([...start, ...turns].join('\n'))).toBe(`too-long ${MOST_TURNS}`);
  });

  test('a record of house rules is read like any', () => {
    const house = good.replace('"changes":[]', '"changes":[{"key":"opening.amount","value":50}]');
    expect(readRecord(house).edition.changes).toEqual([{ key: 'opening.amount', value: 50 }]);
  });

  test('lines may end as Windows ends them, and be empty at the end', () => {
    expect(wrong(`${lines.join('\r\n')}\r\n\r\n`)).toBe('nothing');
  });
});

test('what a viewer may not know stays unknown', () => {
  const source = readRecord(text('original-rack-empty.jsonl'));
  const rows = source.rows.map((row) => ({
    ...row,
    events: row.events.flatMap((event): Row['events'] => {
      if (event.t === 'ended') return [];
      if (event.t === 'dealt') return [{ ...event, rack: source.deal?.racks[1] ?? [] }];
      if (event.t === 'drew' && event.seat !== 1) return [{ ...event, tile: null }];
      if (event.t === 'timed-out' && event.seat !== 1) return [{ ...event, tiles: [] }];
      return [event];
    }),
  }));
  const open = momentsOf(source);
  const moments = momentsOf({ ...source, rows, deal: null, you: 1 });
  for (const [at, moment] of moments.entries()) {
    expect(moment.racks.map((rack) => rack !== null)).toEqual(source.names.map((_, seat) => seat === 1));
    expect(moment.points.map((points) => points !== null)).toEqual(source.names.map((_, seat) => seat === 1));
    expect(moment.racks[1]).toEqual(open[at]?.racks[1]);
    expect(moment.tiles).toEqual(open[at]?.tiles);
  }
});

test('a place is read as it is written', () => {
  for (const place of [
    { turn: 0, step: null },
    { turn: 12, step: 3 },
  ])
    expect(placeIn(fragmentOf(place))).toEqual(place);
  for (const fragment of ['', '#', '#x', '#1.', '#-1', '#1.2.3', '#99999999']) expect(placeIn(fragment)).toBeNull();
});

test('without a server, jokers spent early are marked, and nothing else', () => {
  const kinds = names.flatMap((name) => marksOf(read(name)[1], new Map()).map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(['joker']));
});

test('the moving picture draws every tile of the table once and no rack', () => {
  const [source, moments] = read('xp-106-rack-empty.jsonl');
  const said = moments.map((_, at) => [`${at} <&> "`, 'x'] as const);
  const svg = movingPicture(moments, said, source.edition.palette, (name) => `<path id="${name}"/>`);
  const table = kindsIn(moments.at(-1)?.table ?? []);
  // what went back to a rack has an end
  const uses = [...svg.matchAll(/<use href="#tile-(\w+)"[^>]*>(?:<animate [^>]*values="(?:0;)?1"\/>)?<\/use>/g)];
  expect(sorted(uses.map(([, kind = '']) => kind))).toBe(sorted(table));
  expect(svg).toContain('0 &lt;&amp;&gt; &quot;');
  for (const times of svg.matchAll(/keyTimes="([^"]*)" values="([^"]*)"/g)) {
    const [at, values] = [times[1]?.split(';').map(Number) ?? [], times[2]?.split(';') ?? []];
    expect(at.length).toBe(values.length);
    expect(at).toEqual([...at].sort((one, other) => one - other));
  }
  expect(svg.length).toBeLessThan(300_000);
});
