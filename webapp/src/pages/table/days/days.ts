/** Whom nobody has to wait for any longer, and where the reader plays next. */
import { listTurns } from '../../../badge';
import type { Snapshot } from '../../../gen/protocol';
import { myRooms } from '../../../net/api';
import { Refusal } from '../../../net/http';

/** Turns missed in a row after which the others may end waiting; the server has the last word. */
const MISSED = 2;

/** The seats for which the reader need not wait any longer. */
export function late({ you, phase, seats }: Snapshot): number[] {
  if (phase !== 'playing' || you === null || seats[you]?.resigned !== false) return [];
  return seats.flatMap((seat, at) => (at !== you && !seat.resigned && seat.missed >= MISSED ? [at] : []));
}

/** Another game in which it is the reader's turn, the one with the least time left; null where there is none. */
export async function nextTurn(but: string): Promise<string | null> {
  try {
    const rooms = (await myRooms()).filter((room) => room.your_turn || room.asked);
    listTurns(rooms.map(({ room }) => room));
    return rooms.filter(({ room }) => room !== but).sort(byTimeLeft)[0]?.room ?? null;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return null;
  }
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** The order of games by the time left: those without a limit last, the last changed of them first. */
export function byTimeLeft<R extends { readonly deadline: number | null; readonly updated: number }>(
  a: R,
  b: R,
): number {
  return (a.deadline ?? NEVER) - (b.deadline ?? NEVER) || b.updated - a.updated;
}
