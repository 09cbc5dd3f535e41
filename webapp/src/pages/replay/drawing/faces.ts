/** Tiles as SVG symbols, in the page's colours or in fixed ones: markup, so that pictures for sharing draw the same. */
import { colourOf, isJoker, numberOf, type Kind } from '../../../board/tiles.ts';

/** The colours of a drawing by the names of the page's own: `face`, `ink-red`, `band-red` and so on. */
export type Ink = (name: string) => string;
/** The drawing inside a symbol of the page: `shape-r`, `joker-J`. */
export type Shape = (name: string) => string;

const WIDE = 100;
const HIGH = 134;
const KNOWN = ['black', 'red', 'blue', 'yellow', 'pink'];

export const pageInk: Ink = (name) => `var(--${name})`;
export const pageShape: Shape = (name) => `<use href="#${name}"/>`;

export const symbolId = (kind: Kind): string => `tile-${kind}`;

/** The symbols of these kinds. `letter` is what stands on the band of a colour in place of its shape, or nothing. */
export function symbols(
  kinds: readonly Kind[],
  palette: readonly string[],
  ink: Ink,
  shape: Shape,
  letter: ((colour: string) => string) | null = null,
  plain = false,
): string {
  return kinds.map((kind) => symbol(kind, palette, ink, shape, letter, plain)).join('');
}

function symbol(
  kind: Kind,
  palette: readonly string[],
  ink: Ink,
  shape: Shape,
  letter: ((colour: string) => string) | null,
  plain: boolean,
): string {
  const inside = isJoker(kind)
    ? `<svg x="14" y="24" width="72" height="86" viewBox="0 0 48 48" color="${ink('joker')}">${shape(`joker-${kind}`)}</svg>`
    : numbered(kind, palette, ink, shape, letter, plain);
  const edge = `<rect x="1" y="1" width="98" height="132" rx="14" fill="${ink('face')}" stroke="${ink('face-edge')}" stroke-width="2"/>`;
  return `<symbol id="${symbolId(kind)}" viewBox="0 0 ${WIDE} ${HIGH}">${edge}${inside}</symbol>`;
}

function numbered(
  kind: Kind,
  palette: readonly string[],
  ink: Ink,
  shape: Shape,
  letter: ((colour: string) => string) | null,
  plain: boolean,
): string {
  const printed = palette['krby'.indexOf(colourOf(kind))] ?? 'black';
  const colour = KNOWN.includes(printed) ? printed : 'yellow';
  const on = plain ? ink(`ink-${colour}`) : colour === 'yellow' ? '#2b1600' : '#fffaf0';
  const number = `<text x="50" y="66" text-anchor="middle" font-size="58" font-weight="750" letter-spacing="-3" fill="${ink(`ink-${colour}`)}">${numberOf(kind)}</text>`;
  const band = plain
    ? ''
    : `<path d="M2 88h96v31a13 13 0 0 1-13 13H15a13 13 0 0 1-13-13z" fill="${ink(`band-${colour}`)}"/>`;
  const mark =
    letter === null
      ? `<svg x="37" y="97" width="26" height="26" viewBox="0 0 24 24" color="${on}">${shape(`shape-${colourOf(kind)}`)}</svg>`
      : `<text x="50" y="122" text-anchor="middle" font-size="34" font-weight="800" fill="${on}">${letter(printed)}</text>`;
  return number + band + mark;
}
