import type { Door } from '../../../gen/protocol';
import { refusalText } from '../../../i18n/refusals';
import type { Game } from '../game/game.svelte';

/** Do something about who comes in and speaks, as the host: why it is refused, in words, or nothing. */
export async function atDoor(game: Game, act: Door['act'], alias: string | null = null): Promise<string> {
  const refusal = await game.ask({ t: 'door', act, alias });
  return refusal === null ? '' : refusalText(refusal.code, refusal.params);
}
