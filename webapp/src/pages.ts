/** Pages by path. Each is a file of its own, loaded when it is first opened; its parameters are its properties. */
import type { Component } from 'svelte';

type Params = Record<string, string | undefined>;

interface Page {
  readonly path: RegExp;
  readonly load: () => Promise<unknown>;
}

const PAGES: readonly Page[] = [
  { path: /^\/t\/(?<room>[^/]+)\/?$/, load: () => import('./pages/table/TablePage.svelte') },
  { path: /^\/t\/(?<room>[^/]+)\/screen\/?$/, load: () => import('./pages/screen/ScreenPage.svelte') },
  { path: /^\/(?<what>sheet|referee)(?:\/(?<id>[^/]+))?\/?$/, load: () => import('./pages/sheet/SheetRoute.svelte') },
  { path: /^\/events\/?$/, load: () => import('./pages/tournament/EventsPage.svelte') },
  { path: /^\/e\/(?<tournament>[^/]+)\/?$/, load: () => import('./pages/tournament/TournamentPage.svelte') },
  { path: /^\/e\/(?<tournament>[^/]+)\/screen\/?$/, load: () => import('./pages/tournament/screen/BigScreen.svelte') },
  { path: /^\/e\/(?<tournament>[^/]+)\/print\/?$/, load: () => import('./pages/tournament/print/PrintPage.svelte') },
  { path: /^\/learn(?:\/(?<lesson>[^/]+))?\/?$/, load: () => import('./pages/learn/LearnPage.svelte') },
  { path: /^\/rules(?:\/(?<edition>[^/]+))?\/?$/, load: () => import('./pages/rules/RulesPage.svelte') },
  { path: /^/, load: () => import('./pages/home/Home.svelte') },
];

/** One page, ready to be shown. */
export interface Opened {
  readonly path: string;
  readonly component: Component<Params>;
  readonly params: Params;
}

/** The page of a path; every path has one. Fails where its file cannot be loaded. */
export async function open(path: string): Promise<Opened> {
  for (const { path: pattern, load } of PAGES) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const { default: component } = (await load()) as { default: Component<Params> };
    return { path, component, params: { ...found.groups } };
  }
  throw new Error(path);
}
