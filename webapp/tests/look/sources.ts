/** The styles that components write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const SOURCES = join(import.meta.dirname, '../../src');

export interface Declaration {
  /** `file:line`, to be found. */
  readonly place: string;
  readonly property: string;
  readonly value: string;
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.(svelte|css)$/.test(entry.name) ? [path] : [];
  });
}

/** Every file with styles. */
export const FILES = files(SOURCES);
/** All of them but the look itself. */
export const COMPONENTS = FILES.filter((path) => !path.includes('/src/look/'));

const COMMENT = /\/\*[\s\S]*?\*\//g;
/** The margin of paper knows no custom properties. */
const MARGIN = /@page \{[\s\S]*?\n\}/g;
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The styles of a file in their lines, whatever else it holds left blank. */
function styles(path: string): string {
  const text = readFileSync(path, 'utf8').replaceAll(COMMENT, blank).replaceAll(MARGIN, blank);
  if (path.endsWith('.css')) return text;
  const begin = text.indexOf('<style>');
  return begin < 0 ? '' : text.slice(0, begin).replaceAll(/[^\n]/g, '') + text.slice(begin);
}

export function declarations(path: string): Declaration[] {
  const text = styles(path);
  return [...text.matchAll(/(-{0,2}[a-z][\w-]*):\s+([^;{}]+);/g)].map((match) => ({
    place: `${relative(SOURCES, path)}:${text.slice(0, match.index).split('\n').length}`,
    property: match[1] ?? '',
    value: (match[2] ?? '').replaceAll(/\s+/g, ' '),
  }));
}

export const ALL = COMPONENTS.flatMap(declarations);
export const EVERY = FILES.flatMap(declarations);
