/**
 * A game as a moving picture: one SVG file that needs nothing else. Each tile is drawn once and told where it is at which
 * time; what a turn was stands below. Only the table and the numbers of tiles are drawn, never a rack.
 */
import { layout as place, tileAt, type Layout } from '../../../board/layout';
import type { Kind } from '../../../board/tiles';
import { symbolId, type Shape } from '../drawing/faces';
import { follow, type Group } from '../drawing/groups';
import { ink, STYLE, symbols } from '../drawing/still';
import type { Moment } from '../game/moments';

export const WIDE = 900;
const HIGH = 600;
const FOOT = 84;
export const WHOLE = HIGH + FOOT;
/** Seconds of a turn, of a move within it, and that the end stays. */
export const TURN = 1.2;
const MOVE = 0.3;
export const END = 5;
interface Spot {
  readonly turn: number;
  readonly x: number;
  readonly y: number;
}

export interface Course {
  readonly kind: Kind;
  readonly width: number;
  /** Where it lies, from which turn on; only where that changes. */
  readonly spots: Spot[];
  /** The turn after which it is no longer there: what was laid in vain goes back to the rack. */
  gone: number;
}

/** The picture of `moments`; `said` are the two lines below each of them. */
export function movingPicture(
  moments: readonly Moment[],
  said: readonly (readonly [string, string])[],
  palette: readonly string[],
  shape: Shape,
): string {
  const courses = coursesOf(moments);
  const length = moments.length * TURN + END;
  const kinds = [...new Set([...courses.values()].map(({ kind }) => kind))];
  const tiles = [...courses.values()].map((course) => tile(course, moments.length, length)).join('');
  const words = said.map((lines, turn) => caption(lines, turn, moments.length, length)).join('');
  return file(`viewBox="0 0 ${WIDE} ${WHOLE}"`, symbols(kinds, palette, shape), tiles + words);
}

/** A file of what is drawn on the felt and below it; `size`: its attributes. */
export function file(size: string, defined: string, drawn: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">` +
    `${STYLE}<defs>${defined}</defs>` +
    `<rect width="${WIDE}" height="${HIGH}" fill="${ink('felt')}"/><rect y="${HIGH}" width="${WIDE}" height="${FOOT}" fill="#fff"/>` +
    `${drawn}</svg>\n`
  );
}

/** Tiles of one size that lets the fullest table in, and where each lies when. */
export function coursesOf(moments: readonly Pick<Moment, 'table'>[]): Map<string, Course> {
  const tables: Group[][] = [];
  for (const [turn, { table }] of moments.entries()) tables.push(follow(tables[turn - 1] ?? [], table, `${turn}`));
  const items = (table: readonly Group[]): { id: string; count: number }[] =>
    table.map(({ id, tiles }) => ({ id, count: tiles.length }));
  const space = { width: WIDE, height: HIGH, largest: 48 };
  const widths = tables.map((table) => place(items(table), space).metrics.w);
  const largest = Math.min(...widths);
  const found = new Map<string, Course>();
  let last: Layout | undefined;
  for (const [turn, table] of tables.entries()) {
    last = place(items(table), { ...space, largest }, last, false);
    const boxes = new Map(last.melds.map((box) => [box.id, box]));
    for (const group of table) {
      const box = boxes.get(group.id);
      for (const [at, { id, kind }] of box === undefined ? [] : group.tiles.entries()) {
        const spot = tileAt(last.metrics, box!.perLine, at);
        const [x, y] = [box!.x + spot.x, box!.y + spot.y];
        const course: Course = found.get(id) ?? { kind, width: last.metrics.w, spots: [], gone: 0 };
        const before = course.spots.at(-1);
        if (before?.x !== x || before.y !== y) course.spots.push({ turn, x, y });
        course.gone = turn + 1;
        found.set(id, course);
      }
    }
  }
  return found;
}

/** Short enough for a list of times. */
const part = (seconds: number, length: number): string => (seconds / length).toFixed(5).replace(/^0|0+$/g, '') || '0';

function tile({ kind, width, spots, gone }: Course, turns: number, length: number): string {
  const first = spots[0]!;
  const times = ['0'];
  const places = [`${first.x},${first.y}`];
  for (const [at, { turn, x, y }] of spots.slice(1).entries()) {
    const before = spots[at]!;
    times.push(part(turn * TURN, length), part(turn * TURN + MOVE, length));
    places.push(`${before.x},${before.y}`, `${x},${y}`);
  }
  times.push('1');
  places.push(places.at(-1) ?? '');
  const move =
    spots.length === 1
      ? ''
      : `<animateTransform attributeName="transform" type="translate" dur="${length}s" repeatCount="indefinite" keyTimes="${times.join(';')}" values="${places.join(';')}"/>`;
  const there = stay(first.turn, gone === turns ? null : gone, length);
  return `<g transform="translate(${first.x},${first.y})">${move}${tileOf(kind, width, there)}</g>`;
}

export function tileOf(kind: Kind, width: number, inside = ''): string {
  return `<use href="#${symbolId(kind)}" width="${width}" height="${Math.round(width * 1.34)}">${inside}</use>`;
}

/** There from one turn on, until another one or the end. */
function stay(from: number, until: number | null, length: number): string {
  const values = [...(from === 0 ? [] : ['0']), '1', ...(until === null ? [] : ['0'])];
  if (values.length === 1) return '';
  const times = ['0', ...[from, until].flatMap((turn) => (turn ? [part(turn * TURN, length)] : []))];
  return `<animate attributeName="opacity" dur="${length}s" repeatCount="indefinite" calcMode="discrete" keyTimes="${times.join(';')}" values="${values.join(';')}"/>`;
}

function caption(lines: readonly string[], turn: number, turns: number, length: number): string {
  const show = stay(turn, turn === turns - 1 ? null : turn + 1, length);
  // a viewer that shows no motion shows the end
  const still = turn === turns - 1 ? 1 : 0;
  return `<g opacity="${still}">${show}${written(lines)}</g>`;
}

/** The lines below the felt. */
export function written(lines: readonly string[]): string {
  const texts = lines.map((line, at) => {
    const size = Math.min(20, (WIDE - 40) / (0.52 * Math.max(1, line.length)));
    const style = at === 0 ? 'font-weight="600" fill="#1d2321"' : 'fill="#56625d"';
    return `<text x="20" y="${HIGH + 34 + 30 * at}" font-size="${size.toFixed(1)}" ${style}>${escaped(line)}</text>`;
  });
  return texts.join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text between tags; characters that XML knows not are left out. */
function escaped(line: string): string {
  return line
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
