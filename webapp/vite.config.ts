import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { FLOOR } from './building/floor.ts';
import { kernel } from './building/kernel.ts';
import { INPUTS, lean } from './building/lean.ts';
import { messages } from './building/messages.ts';
import { notices } from './building/notices.ts';
import { pages } from './building/pages.ts';
import { pictures } from './building/pictures.ts';
import { wordPlaces } from './building/places.ts';
import { serviceWorker } from './building/worker.ts';

/** The server a development page talks to; `npm run dev` proxies its API. */
const backend = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000';

/** Parts of forms, which a table under way does without, and what every page begins with. */
const FORMS =
  '(SettingsForm|Choices?|LanguageChoice|NotifySwitch|PlaySwitches|Switch|TopBar|ui/Page|NameField|Invite|ShareLink|share/copying|EditionLine|room_code)\\b|/(rules/(?!known|LookUp|finding|references)|home/(?!CreateTable|HostChoices|LevelChooser|MatchChoice|RoomCard|housefaults|matches))';
/** What says and places a game, which a replay needs without a table to play at. */
const TELLING =
  '/src/(board/(hit|layout|motion|notation|racking|turn)|ui/board/(Felt|gliding)|pages/table/(chat/words|game/(clock|log|meld_name|names))|pages/rules/names|i18n/refusals)[.]';
const BASE =
  '/node_modules/svelte/|/src/(ui/(Icon|tile/Tile(Face)?[.]|Later|faults/texts|rem|roving)|i18n|net/(?!api)|board/tiles|pages/table/days/(days|when)|(badge|router|settings|storage|version)[.])';

export default defineConfig({
  plugins: [svelte(), kernel(), lean(), messages(), notices(), pages(), pictures(), wordPlaces(), serviceWorker()],
  build: {
    outDir: '../src/tilerummy/web/static',
    emptyOutDir: true,
    target: [...FLOOR],
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Few files: each costs a slow line a request, and small ones pack badly.
        codeSplitting: {
          groups: [
            { name: 'inputs', test: INPUTS, includeDependenciesRecursively: false },
            { name: 'base', test: new RegExp(BASE) },
            { name: 'forms', test: new RegExp(FORMS), minShareCount: 2 },
            // What is chosen of a new table, which a circle chooses too.
            {
              name: 'choosing',
              test: /pages\/home\/(CreateTable|HostChoices|LevelChooser|MatchChoice|RoomCard|housefaults|matches)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'telling', test: new RegExp(TELLING), minShareCount: 2 },
            // The analysis board has the board without the table.
            {
              name: 'board',
              test: /src\/(board\/(?!rebase|picture|turn|keep|keys|hinted)|ui\/board|pages\/table\/game\/(names|faults))/,
              minShareCount: 2,
            },
            {
              name: 'table',
              test: /src\/(board|pages\/table)\/(?!.*(ZoomBar|[Ss]teps|keys|picture|sha256|asked|hinted|MissedCard|Choices|AnalysisLink|FixtureLine|LogPanel|MatchTable|notes|people\/))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: backend, ws: true } },
  },
  // Beside other checks and tests, on a busy machine.
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
