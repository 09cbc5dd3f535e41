/** Tells the server which addresses are the page's: regular expressions that Python and JavaScript read alike. */
import type { Plugin } from 'vite';
import { PATHS } from '../src/paths.ts';

export function patterns(): string[] {
  return Object.values(PATHS).map((path) => path.source.replaceAll(/\(\?<\w+>/g, '(').replaceAll('\\/', '/'));
}

export function paths(): Plugin {
  return {
    name: 'paths',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(patterns()) });
    },
  };
}
