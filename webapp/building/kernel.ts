/** What is compiled for the browser, and read by it: the address of each file, null where it was not made. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = join(import.meta.dirname, '../../src/tilerummy');
/** The file that each module tells the address of. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['\0virtual:kernel', join(PACKAGE, 'solver/kernel.wasm')],
  ['\0virtual:camera', join(PACKAGE, 'camera/camera.wasm')],
  ['\0virtual:camera/weights', join(PACKAGE, 'camera/camera.weights')],
]);

export function kernel(): Plugin {
  let serving = false;
  return {
    name: 'kernel',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (id) => (FILES.has(`\0${id}`) ? `\0${id}` : null),
    load(id) {
      const file = FILES.get(id);
      if (file === undefined) return null;
      if (!existsSync(file)) return 'export default null;';
      if (serving) return `export default ${JSON.stringify(`/@fs${file}`)};`;
      const source = readFileSync(file);
      const { name, ext } = parse(file);
      const fileName = `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}${ext}`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}
