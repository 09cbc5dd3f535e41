/** The solver's kernel for the browser: its address where `building/wasm.py` made it, else null. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = join(import.meta.dirname, '../../src/tilerummy/solver/kernel.wasm');
const MODULE = 'virtual:kernel';

export function kernel(): Plugin {
  let serving = false;
  return {
    name: 'kernel',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (!existsSync(FILE)) return 'export default null;';
      if (serving) return `export default ${JSON.stringify(`/@fs${FILE}`)};`;
      const source = readFileSync(FILE);
      const fileName = `assets/kernel-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.wasm`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}
