/** Whose word it needs: that a turn is taken back, that the game stands, that it goes on. */
import type { Snapshot } from '../../../gen/protocol';
import type { CommandBody } from '../../../net/socket';
import type { Game } from '../game/game.svelte';

/** Whether the reader can take their turn back: at a practice table at once, elsewhere people are asked. */
export function mayTakeBack({ phase, you, options, fixture, seats }: Snapshot): boolean {
  if (phase !== 'playing' || you === null || fixture !== null) return false;
  return options.practice || seats.some(({ kind }, at) => kind === 'person' && at !== you);
}

/** Whether the reader can ask for a pause. */
export function mayPause({ phase, you, options, fixture, pause, asking }: Snapshot): boolean {
  return phase === 'playing' && you !== null && fixture === null && !options.practice && pause === null && !asking;
}

/** The seats whose word is missing to what is asked; none where nothing is. */
export function awaited({ request, seats }: Snapshot): number[] {
  if (request === null || request.refused !== null) return [];
  return seats.flatMap(({ kind }, at) =>
    kind === 'person' && at !== request.seat && !request.agreed.includes(at) ? [at] : [],
  );
}

/** The seats whose word is missing to go on after a pause. */
export function resting({ pause, seats }: Snapshot): number[] {
  return seats.flatMap(({ kind }, at) => (kind === 'person' && pause?.ready.includes(at) === false ? [at] : []));
}

/** Ask, or answer; a refusal is told at the table. */
export async function say(game: Game, body: CommandBody): Promise<void> {
  const refused = await game.ask(body);
  if (refused !== null)
    game.notice = { code: refused.code, own: false, params: refused.params, fault: null, bad: true };
}
