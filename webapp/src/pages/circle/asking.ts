/** What the page asks of circles. */
import type {
  CircleAnswered,
  CircleAsked,
  CircleInvitation,
  CircleListed,
  CircleMade,
  CirclePage,
} from '../../gen/protocol';
import { call, ensureSession, post } from '../../net/http';

const of = (circle: string): string => `/api/circles/${encodeURIComponent(circle)}`;

export const myCircles = (): Promise<CircleListed[]> => call('/api/circles');
export const circlePage = (circle: string, season: string): Promise<CirclePage> =>
  call(`${of(circle)}${season === '' ? '' : `?season=${season}`}`);
/** What a link with that key opens. */
export const invitation = (circle: string, key: string): Promise<CircleInvitation> =>
  call(`${of(circle)}/invitation`, { headers: { 'x-tilerummy-key': key } });

export async function found(name: string, called: string): Promise<CircleMade> {
  await ensureSession();
  return post('/api/circles', { name, called });
}

/** Everything but what its kind and its id are. */
type Without<A> = A extends unknown ? Omit<A, 'id'> : never;

/** Ask something of a circle, under an id of its own. */
export async function ask(circle: string, asked: Without<CircleAsked>): Promise<CircleAnswered> {
  await ensureSession();
  const ident = asked.t === 'open' ? {} : { id: crypto.randomUUID() };
  return post(of(circle), { ...asked, ...ident });
}
