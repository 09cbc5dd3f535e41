/** The pages every page leads to, in this order. */
import type { PageKey } from '../i18n/i18n.svelte';

export const NAVIGATION: readonly { readonly path: string; readonly text: PageKey }[] = [
  { path: '/', text: 'page-play' },
  { path: '/learn', text: 'page-learn' },
  { path: '/puzzles', text: 'puzzles-title' },
  { path: '/rules', text: 'page-rules' },
  { path: '/events', text: 'page-events' },
];

/** Whether the reader is on this page or below it. */
export function isOn(path: string, here: string): boolean {
  return path === '/' ? here === '/' : here === path || here.startsWith(`${path}/`);
}
