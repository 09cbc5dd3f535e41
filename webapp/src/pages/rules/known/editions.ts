/** The editions: as the server lists them, as it did the last time, or without either as this build knows them. */
import type { EditionListed } from '../../../gen/protocol';
import { editions } from '../../../net/api';
import { Refusal } from '../../../net/http';
import { lastSaid } from '../../sheet/said';

export async function knownEditions(): Promise<readonly EditionListed[]> {
  try {
    return await lastSaid('editions', editions);
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.code === 'offline')) throw problem;
    return (await import('./editions.json')).default as readonly EditionListed[];
  }
}
