/** Which sounds belong to what happens at a table. The call of the turn is in `turn_notifications.ts`. */
import { untrack } from 'svelte';
import type { Board } from '../input/hands.svelte';
import type { Game } from '../game/game.svelte';
import { play } from '../../../ui/sound/sound';

/** Let tiles, refusals and a won game be heard; returns what ends it. */
export function sounding(game: Game, board: Board): () => void {
  return $effect.root(() => listen(game, board));
}

function listen(game: Game, board: Board): void {
  let placed = untrack(() => game.drafting.placed.length);

  // Dragged tiles are heard when they are taken up and when they come to lie.
  let held = false;
  let lay: unknown;
  $effect(() => {
    if (board.dragging === held) return;
    held = board.dragging;
    const { present } = game.drafting.history;
    if (held) play('lift');
    else if (present !== lay && game.drafting.placed.length <= placed) play('lay');
    lay = present;
  });

  $effect(() => {
    const now = game.drafting.placed.length;
    if (now > placed) play('lay');
    placed = now;
  });

  let seq = untrack(() => game.state?.seq ?? 0);
  let phase = untrack(() => game.state?.phase);
  $effect(() => {
    const state = game.state;
    if (state === null || state.seq === seq) return;
    const laid = state.last?.kind === 'played' && state.last.seat !== state.you;
    const won = state.phase === 'over' && phase === 'playing' && state.result?.winners.includes(state.you ?? -1);
    if (won) play('won');
    else if (laid) play('lay');
    seq = state.seq;
    phase = state.phase;
  });

  $effect(() => {
    if (game.notice?.bad) play('refused');
  });
}
