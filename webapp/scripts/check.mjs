// `svelte-check` of the whole page. In `planted` lie a type error and an accessibility fault: it must find these two and
// nothing else, since a checker that passes whatever it is given would look just like a clean project.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const planted = ['ERROR "scripts/planted/Type.svelte"', 'WARNING "scripts/planted/Picture.svelte"'];

const run = spawnSync(
  process.execPath,
  ['node_modules/svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--output', 'machine'],
  { cwd: folder, encoding: 'utf8' },
);
// each a line: the time, ERROR or WARNING, the file, where in it, and what
const found = [...run.stdout.matchAll(/^\d+ ((?:ERROR|WARNING) .*)$/gm)].map((line) => line[1]);
const others = found.filter((line) => !planted.some((one) => line.startsWith(one)));
const missed = planted.filter((one) => !found.some((line) => line.startsWith(one)));
for (const line of others) console.log(line);
for (const one of missed) console.log(`not found: ${one}`);
const completed = /^\d+ COMPLETED /m.test(run.stdout);
if (!completed) console.log(run.stdout, run.stderr);
process.exit(completed && others.length === 0 && missed.length === 0 ? 0 : 1);
