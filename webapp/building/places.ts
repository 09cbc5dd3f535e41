/** Where each message stands: its area, and the parts of the page that name its key, for people who mend its words. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { FOLDER, files, texts } from './messages.ts';

const SOURCES = join(import.meta.dirname, '../src');
const MODULE = '\0virtual:places';
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** A key in quotes, or the beginning of one that a value ends. */
const NAMED = /['"]([a-z][\w.-]*)['"]|`([a-z][\w.-]*[-.])\$\{/g;

/** Where a message stands: the file that holds it, the parts of the page that name it. */
export interface Place {
  readonly area: string;
  readonly parts: readonly string[];
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'gen' ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [path] : [];
  });
}

/** The places of all messages that the page reads, by their keys without plural forms. */
export function places(): Record<string, Place> {
  const exact = new Map<string, Set<string>>();
  const begun: [string, string][] = [];
  for (const file of sources(SOURCES)) {
    const part = relative(SOURCES, file);
    for (const [, name, beginning] of readFileSync(file, 'utf8').matchAll(NAMED)) {
      if (beginning !== undefined) begun.push([beginning, part]);
      else exact.set(name ?? '', (exact.get(name ?? '') ?? new Set()).add(part));
    }
  }
  const read = texts('en');
  const found: Record<string, Place> = {};
  for (const file of files('en')) {
    for (const key of Object.keys(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
      if (!(key in read)) continue;
      const whole = key.replace(PLURAL, '');
      const name = whole.slice(whole.indexOf('.') + 1);
      const parts = new Set([...(exact.get(whole) ?? []), ...(exact.get(name) ?? [])]);
      for (const [beginning, part] of begun) {
        if (whole.startsWith(beginning) || name.startsWith(beginning)) parts.add(part);
      }
      found[whole] = { area: basename(file, '.json'), parts: [...parts].sort() };
    }
  }
  return found;
}

/** Gives the page of words its places. */
export function wordPlaces(): Plugin {
  return {
    name: 'places',
    resolveId: (id) => (`\0${id}` === MODULE ? MODULE : null),
    load(id) {
      if (id !== MODULE) return null;
      this.addWatchFile(join(FOLDER, 'en'));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(places()))});`;
    },
  };
}
