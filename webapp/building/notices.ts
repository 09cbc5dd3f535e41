/** Notes which packages of others the build holds, with their licences: `building/packages/notices.py` makes the notices of it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

export function notices(): Plugin {
  return {
    name: 'notices',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      const folders = new Map<string, string>();
      const note = (path: string | null) => {
        const found = path && PACKAGE.exec(path.split('?')[0]!);
        if (found) folders.set(found[1]!, found[0]);
      };
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') Object.keys(part.modules).forEach(note);
        else part.originalFileNames.forEach((name) => note(resolve(name)));
      }
      const shipped = [...folders].sort().map(([name, folder]) => {
        const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
        if (!file) throw new Error(`${name} has no text of its licence`);
        return { name, version, license, notice: readFileSync(join(folder, file), 'utf8').trim() };
      });
      if (existsSync('node_modules')) writeFileSync('node_modules/.shipped.json', JSON.stringify(shipped));
    },
  };
}
