/** The keys of a replay. */
import type { Player } from './player.svelte';

const ACTS: Readonly<Record<string, (player: Player) => void>> = {
  ArrowLeft: (player) => player.turnOn(-1),
  ArrowRight: (player) => player.turnOn(1),
  'Shift+ArrowLeft': (player) => player.stepOn(-1),
  'Shift+ArrowRight': (player) => player.stepOn(1),
  ',': (player) => player.stepOn(-1),
  '.': (player) => player.stepOn(1),
  Home: (player) => void player.go({ turn: 0, step: null }),
  End: (player) => void player.go({ turn: player.length - 1, step: null }),
  ' ': (player) => player.toggle(),
};

/** Do what a key means; whether it means something here. A button keeps its space, a list its arrows. `onfold`: put the
 * racks away, or show them again. */
export function keyed(event: KeyboardEvent, player: Player, onfold: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest('select, dialog, input:not([type=range])')) return false;
  if (event.key === ' ' && target?.closest('button, a, summary, input')) return false;
  if (event.key.toLowerCase() === 'f') {
    onfold();
    return true;
  }
  const act = ACTS[event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key];
  act?.(player);
  return act !== undefined;
}
