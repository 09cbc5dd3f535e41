/** An evening's result: in a line, in a picture. */
import { signed } from '../../../i18n/format';
import { labelled, locale } from '../../../i18n/i18n.svelte';
import { sendFile } from '../../../ui/share/sending';
import { editionName } from '../../rules/names';
import { tt } from '../../tournament/texts';
import { goneIn, leaders, standings, type Paper } from '../paper';
import { st } from '../texts';
import { dayText } from './about';
import { draw, type Result } from './picture';

export const PICTURE = 'image/png';

/** Who is first, in a sentence. */
export function winnerText(paper: Paper): string {
  return st(paper.rules.by_games ? 'winner-games' : 'winner-points', leaders(paper));
}

/** What a picture of the evening says. */
export function resultOf(paper: Paper): Result {
  const { date, place } = paper.about;
  return {
    winners: leaders(paper).names,
    lines: standings(paper).map(
      ({ place, seat, won, points }) =>
        [String(place), paper.players[seat] ?? '', labelled(tt('won'), String(won)), signed(points)] as const,
    ),
    foot: [
      editionName({ id: paper.rules.edition, name: paper.rules.name }),
      st('games', { count: paper.games.length }),
      dayText(date, locale.language, 'long'),
      ...(place === '' ? [] : [place]),
    ].join(' · '),
  };
}

/** Its games, a line for each: the number, and what each player got. */
function gamesOf(paper: Paper): string[][] {
  const lines = paper.games.map(({ entry }, at) => [
    String(at + 1),
    ...entry.points.map((points, seat) => (goneIn(entry, seat) === 'absent' ? '–' : signed(points))),
  ]);
  return [['', ...paper.players], ...lines];
}

/** Send the whole sheet as a picture, or save it where nothing sends pictures. */
export async function sendSheet(paper: Paper): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.hidden = true;
  // it asks the page for its colours
  document.body.append(canvas);
  draw(canvas, { ...resultOf(paper), games: gamesOf(paper) });
  canvas.remove();
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, PICTURE));
  if (picture !== null) await sendFile('tilerummy.png', picture, winnerText(paper));
}
