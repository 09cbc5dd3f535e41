/** The evenings that this guest knows: those of this device, and those that the server has of them from other ones. */
import type { Evening } from '../../../gen/protocol';
import { evenings as told } from '../../../net/api';
import { ensureSession, Refusal } from '../../../net/http';
import { allKept, now } from '../kept';
import { goneIn, standings } from '../paper';
import { lastSaid } from '../said';

/** Those of this device, as far as they are known here. */
export function own(): Evening[] {
  return allKept().map((kept) => {
    const paper = now(kept);
    return {
      id: kept.id,
      rules: { edition: paper.rules.edition, name: paper.rules.name },
      players: paper.players,
      games: paper.games.map(({ entry: { points, winners, ...entry } }) => ({
        entry: { points, winners, gone: points.map((_, seat) => goneIn(entry, seat)) },
      })),
      standing: paper.games.length > 0 ? standings(paper).map(({ seat, place }) => ({ player: seat, place })) : [],
      about: paper.about,
    };
  });
}

/** The evenings of other devices, the newest first, each with its link for writing; none where the server says nothing. */
export async function elsewhere(): Promise<(Evening & { link: string })[]> {
  const known = await lastSaid('evenings', told).catch(() => ({ evenings: [], keys: {} as Record<string, string> }));
  const here = new Set(allKept().map(({ id }) => id));
  return known.evenings
    .filter(({ id }) => !here.has(id))
    .map((one) => ({ ...one, link: `/sheet/${one.id}#${known.keys?.[one.id] ?? ''}` }))
    .reverse();
}

/** Those that the server knows, or said the last time; null where it was never asked, and does not answer. */
export async function others(): Promise<Evening[] | null> {
  try {
    return (await lastSaid('evenings', () => ensureSession().then(told))).evenings;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return null;
  }
}
