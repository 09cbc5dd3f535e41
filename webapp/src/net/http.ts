/** The HTTP side of the server: a session, lists, new rooms. */
import type {
  Card,
  EditionFault,
  EditionListed,
  Levels,
  NewRoom,
  Previewed,
  Problem,
  Question,
  Review,
  RoomListed,
  RoomMade,
} from '../gen/protocol';

/** A refusal of the server, by code; `faults` are the single things wrong with house rules. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly faults: readonly EditionFault[] = [],
  ) {
    super(code);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    throw new Refusal('offline');
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  const problem = body as Partial<Problem> | null;
  throw new Refusal(problem?.code ?? `http-${answer.status}`, problem?.faults ?? []);
}

function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

let session: Promise<unknown> | undefined;

/** The guest cookie; asked for once a page. */
export function ensureSession(): Promise<unknown> {
  session ??= post('/api/session', {}).catch((problem: unknown) => {
    session = undefined;
    throw problem;
  });
  return session;
}

export const editions = (): Promise<EditionListed[]> => call('/api/editions');
export const levels = (): Promise<Levels> => call('/api/levels');
export const myRooms = (): Promise<RoomListed[]> => call('/api/rooms');
export const openRooms = (): Promise<RoomListed[]> => call('/api/rooms/open');
export const judge = (question: Question): Promise<Previewed> => post('/api/judge', question);
export const makeRoom = (room: NewRoom): Promise<RoomMade> => post('/api/rooms', room);
export const review = (room: string): Promise<Review> => call(`/api/rooms/${encodeURIComponent(room)}/review`);
export const editionCard = (id: string, language: string): Promise<Card> =>
  call(`/api/editions/${encodeURIComponent(id)}/card?lang=${language}`);
export const roomCard = (room: string, language: string): Promise<Card> =>
  call(`/api/rooms/${encodeURIComponent(room)}/card?lang=${language}`);
