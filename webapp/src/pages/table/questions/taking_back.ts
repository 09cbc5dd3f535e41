/** Whose word it needs that a turn is taken back. */
import type { Snapshot } from '../../../gen/protocol';

/** Whether the reader can take their turn back: at a practice table at once, elsewhere people are asked. */
export function mayTakeBack({ phase, you, options, fixture, seats }: Snapshot): boolean {
  if (phase !== 'playing' || you === null || fixture !== null) return false;
  return options.practice || seats.some(({ kind }, at) => kind === 'person' && at !== you);
}

/** The seats whose word is missing to what is asked; none where nothing is. */
export function awaited({ request, seats }: Snapshot): number[] {
  if (request === null || request.refused !== null) return [];
  return seats.flatMap(({ kind }, at) =>
    kind === 'person' && at !== request.seat && !request.agreed.includes(at) ? [at] : [],
  );
}
