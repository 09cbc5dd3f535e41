// Answers questions to the solver under Node, one JSON object a line, `{"position":..., "edition":..., "objective":...}`:
// for each a line with the microseconds it took, a tab, and the answers. The kernel is that of the page.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = new URL('../', import.meta.url);
const read = async (path) =>
  (await runnerImport(fileURLToPath(new URL(`src/solver/${path}`, here)), { configFile: false })).module;
const { answers, understood } = await read('answers.ts');
const { searchOf } = await read('kernel.ts');
const search = await searchOf(
  await WebAssembly.compile(await readFile(new URL('../src/tilerummy/solver/kernel.wasm', here))),
);

for await (const line of createInterface({ input: process.stdin })) {
  const begun = performance.now();
  const question = JSON.parse(line);
  const query = understood(question);
  const found = query && answers(query, question, search);
  const us = Math.round((performance.now() - begun) * 1000);
  process.stdout.write(`${us}\t${JSON.stringify(found)}\n`);
}
