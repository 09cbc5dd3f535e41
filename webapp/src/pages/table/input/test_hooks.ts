/** The state of the table as data of <html>, for those who watch the page from outside: tests and robots. */
import type { Game } from '../game/game.svelte';

export function markPage(game: Game | null): void {
  const marks = document.documentElement.dataset;
  marks.seq = String(game?.state?.seq ?? '');
  marks.pending = game?.pending || game?.showing.making ? '1' : '0';
  marks.phase = game?.state?.phase ?? '';
  marks.myTurn = game?.myTurn ? '1' : '0';
  marks.pool = String(game?.state?.pool ?? '');
}

/** The keys of the table are there. */
export function markKeys(): void {
  document.documentElement.dataset.keys = '1';
}

export function unmarkPage(): void {
  for (const name of ['seq', 'pending', 'phase', 'myTurn', 'pool', 'keys'])
    delete document.documentElement.dataset[name];
}
