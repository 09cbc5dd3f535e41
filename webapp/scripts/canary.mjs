// Plants a type error and an accessibility fault and demands that `npm run check` finds each: a checker that passes whatever
// it is given would look just like a clean project.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const planted = fileURLToPath(new URL('../src/Canary.svelte', import.meta.url));
const faults = {
  'a type error in a component': '<script lang="ts">\n  const wrong: number = "text";\n</script>\n\n<p>{wrong}</p>\n',
  'a picture without a description': '<img src="/favicon.svg" />\n',
};

let missed = 0;
for (const [name, text] of Object.entries(faults)) {
  writeFileSync(planted, text);
  try {
    const run = spawnSync(
      process.execPath,
      ['node_modules/svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
      { cwd: folder, encoding: 'utf8' },
    );
    const found = run.status !== 0 && run.stdout.includes('Canary.svelte');
    console.log(`${found ? 'found' : 'MISSED'}: ${name}`);
    if (!found) missed += 1;
  } finally {
    rmSync(planted, { force: true });
  }
}
process.exit(missed === 0 ? 0 : 1);
