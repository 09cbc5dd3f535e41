/** Pages by path. Each is a file of its own, loaded when it is first opened; its parameters are its properties. */
import type { Component } from 'svelte';
import { locale } from './i18n/i18n.svelte';
import { PART_OF } from './i18n/parts';
import { PATHS, type PageName } from './paths';

type Params = Record<string, string | undefined>;

const LOADERS: Record<PageName, () => Promise<unknown>> = {
  home: () => import('./pages/home/Home.svelte'),
  table: () => import('./pages/table/TablePage.svelte'),
  screen: () => import('./pages/screen/ScreenPage.svelte'),
  replay: () => import('./pages/replay/ReplayPage.svelte'),
  sheet: () => import('./pages/sheet/SheetRoute.svelte'),
  circle: () => import('./pages/circle/CirclePage.svelte'),
  club: () => import('./pages/club/ClubPage.svelte'),
  events: () => import('./pages/tournament/EventsPage.svelte'),
  tournament: () => import('./pages/tournament/TournamentPage.svelte'),
  bigScreen: () => import('./pages/tournament/screen/BigScreen.svelte'),
  print: () => import('./pages/tournament/print/PrintPage.svelte'),
  handover: () => import('./pages/games/HandoverPage.svelte'),
  recovery: () => import('./pages/returning/RecoveryPage.svelte'),
  comeBack: () => import('./pages/returning/ReturnPage.svelte'),
  mail: () => import('./pages/returning/MailPage.svelte'),
  games: () => import('./pages/games/GamesPage.svelte'),
  people: () => import('./pages/people/PeoplePage.svelte'),
  learn: () => import('./pages/learn/LearnPage.svelte'),
  puzzles: () => import('./pages/puzzles/PuzzlesPage.svelte'),
  analysis: () => import('./pages/analysis/AnalysisPage.svelte'),
  look: () => import('./pages/look/LookPage.svelte'),
  words: () => import('./pages/look/WordsPage.svelte'),
  rules: () => import('./pages/rules/RulesPage.svelte'),
};
const missing = (): Promise<unknown> => import('./pages/missing/Missing.svelte');

/** One page, ready to be shown. */
export interface Opened {
  readonly path: string;
  readonly component: Component<Params>;
  readonly params: Params;
}

/** Fetch a page that is about to be opened, so that it is there when its path is known. */
export function fetchAhead(name: PageName): void {
  load(name).catch(() => undefined);
}

/** A page's file, once its texts are there as well. */
async function load(name: PageName): Promise<unknown> {
  const part = PART_OF[name];
  const [file] = await Promise.all([LOADERS[name](), part && locale.need(part)]);
  return file;
}

/** The page of a path, or what says that there is none. Fails where its file cannot be loaded. */
export async function open(path: string): Promise<Opened> {
  for (const [name, pattern] of Object.entries(PATHS)) {
    const found = pattern.exec(path);
    if (found !== null) return opened(path, load(name as PageName), { ...found.groups });
  }
  return opened(path, missing(), {});
}

async function opened(path: string, file: Promise<unknown>, params: Params): Promise<Opened> {
  const { default: component } = (await file) as { default: Component<Params> };
  return { path, component, params };
}
