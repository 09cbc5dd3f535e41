/** The page's drawings in fixed colours, for pictures that have no page around them. */
import type { Kind } from '../../../board/tiles.ts';
import { symbols as drawn, type Ink, type Shape } from './faces.ts';

/** The page's colours in light, by the names it has for them. */
export const COLOURS: Readonly<Record<string, string>> = {
  face: '#fffaf0',
  'face-edge': '#d4c6a4',
  'ink-black': '#1b1b1f',
  'ink-red': '#a50e26',
  'ink-blue': '#0a4fb8',
  'ink-yellow': '#7a4300',
  'ink-pink': '#a3124f',
  'band-black': '#1b1b1f',
  'band-red': '#c8102e',
  'band-blue': '#1a5fd0',
  'band-yellow': '#ffb000',
  'band-pink': '#d81b72',
  joker: '#5b2a86',
  felt: '#37673f',
  rim: '#6b4526',
  'on-felt': '#fbf6ea',
  rack: '#d9bd8d',
  'rack-line': '#b8955d',
  text: '#221f1a',
  muted: '#5f584c',
  warm: '#ffd486',
};
export const ink: Ink = (name) => COLOURS[name] ?? '#000';

/** The style that a file with these drawings needs. */
export const STYLE = `<style>.halo{stroke:${ink('face')}}</style>`;

/** The symbols of these kinds. */
export function symbols(kinds: readonly Kind[], palette: readonly string[], shape: Shape): string {
  return drawn(kinds, palette, ink, shape);
}
