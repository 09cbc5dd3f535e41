/** Tells the service worker what the build is made of, so that another build is another worker. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { languages } from './messages.ts';

/** The solver, the camera, the page for people who mend words, and the texts of all languages, of which a reader wants one. */
const LATER = new RegExp(`[.](wasm|weights)$|[/]WordsPage-|[/]assets[/](${languages().join('|')})-`);

export function serviceWorker(): Plugin {
  let publicFiles = '';
  return {
    name: 'service-worker',
    enforce: 'post',
    configResolved(config) {
      publicFiles = config.publicDir;
    },
    generateBundle(_, bundle) {
      const worker = bundle['sw.js'];
      const index = bundle['index.html'];
      if (worker?.type !== 'chunk' || index?.type !== 'asset') throw new Error('no worker or no page in the build');
      const hash = createHash('sha256').update(index.source);
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      for (const name of assets) hash.update(name);
      const others = readdirSync(publicFiles).sort();
      for (const name of others) hash.update(readFileSync(join(publicFiles, name)));
      // what few pages need is kept once it was asked for: see `file` in sw.ts
      const first = assets.filter((name) => !LATER.test(`/${name}`));
      const texts = languages().map((code) => [
        code,
        assets.filter((name) => name.startsWith(`assets/${code}-`)).map((name) => `/${name}`),
      ]);
      // the page itself last: a build that is not kept whole shows none
      const files = [...[...first, ...others].map((name) => `/${name}`), '/'];
      const version = hash.digest('hex').slice(0, 12);
      const told = { VERSION: version, FILES: files, TEXTS: Object.fromEntries(texts) as object };
      const written = Object.entries(told).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      worker.code = `const ${written.join()},LATER=${LATER};${worker.code}`;
    },
  };
}
