/**
 * Tells the server which addresses are the page's, as regular expressions that Python reads, and what each page and each
 * language needs, so that the first answer already names it and nothing waits for a script to ask.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PART_OF, PARTS } from '../src/i18n/parts.ts';
import { PATHS, type PageName } from '../src/paths.ts';
import { languages, moduleOf } from './messages.ts';

const SOURCES = join(import.meta.dirname, '../src');

interface Page {
  readonly path: string;
  readonly files: readonly string[];
  /** The part of the texts that it shows beside what every page reads; none where that is all. */
  readonly part: string;
}

/** A regular expression as Python writes it. */
function pattern(path: RegExp): string {
  return path.source.replaceAll('(?<', '(?P<').replaceAll('\\/', '/');
}

/** The component of each page, as `src/pages.ts` loads it. */
function components(): Map<string, string> {
  const loaders = readFileSync(join(SOURCES, 'pages.ts'), 'utf8').matchAll(/(\w+): \(\) => import\('(.+?)'\)/g);
  return new Map([...loaders].map(([, name = '', file = '']) => [name, join(SOURCES, file)]));
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.moduleIds.includes(module)) return file;
  throw new Error(`no chunk has ${module}`);
}

/** A chunk, all that it imports, and their styles. */
function filesOf(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(bundle, imported, found);
  }
  return found;
}

export function pages(): Plugin {
  return {
    name: 'pages',
    generateBundle(_, bundle) {
      const first = filesOf(bundle, chunkOf(bundle, join(SOURCES, 'main.ts')));
      const named = components();
      const found = Object.entries(PATHS).map(([name, path]): [string, Page] => {
        const files = filesOf(bundle, chunkOf(bundle, named.get(name) ?? name));
        const part = PART_OF[name as PageName] ?? '';
        return [name, { path: pattern(path), files: [...files].filter((file) => !first.has(file)), part }];
      });
      const parts = [undefined, ...Object.keys(PARTS)];
      const texts = Object.fromEntries(
        languages().map((code) => [
          code,
          Object.fromEntries(parts.map((part) => [part ?? '', chunkOf(bundle, moduleOf(code, part)).fileName])),
        ]),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify({ pages: Object.fromEntries(found), texts }),
      });
    },
  };
}
