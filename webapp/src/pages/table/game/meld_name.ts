/** What a meld is called: "group of 9s", "run, red 5 to 8"; its tiles one by one where it has no such name. */
import type { MeldShown } from '../../../gen/protocol';
import type { MeldKind } from '../../../board/notation';
import { colourOf, isJoker, numberOf, type Kind } from '../../../board/tiles';
import { t } from '../../../i18n/i18n.svelte';
import { colourName, tileNames } from './names';

/** `kind` is what the server or the player says it is, null where nobody has said. */
export function meldName(kind: MeldKind | null, tiles: readonly Kind[], palette: readonly string[]): string {
  const numbered = tiles.filter((one) => !isJoker(one));
  const first = numbered[0];
  if (first === undefined || tiles.includes('C') || tiles.includes('M')) return tileNames(tiles, palette);
  const number = numberOf(first);
  if (kind !== 'run' && numbered.every((one) => numberOf(one) === number) && (kind === 'group' || numbered.length > 1))
    return t('name-group', { number });
  const starts: number[] = [];
  let along = 0;
  for (const one of tiles) {
    starts.push(along);
    along += one === 'D' ? 2 : 1;
  }
  const from = number - (starts[tiles.indexOf(first)] ?? 0);
  const rises = tiles.every((one, at) => isJoker(one) || numberOf(one) === from + (starts[at] ?? 0));
  const oneColour = numbered.every((one) => colourOf(one) === colourOf(first));
  if (kind === 'group' || tiles.length === 1 || !rises || !oneColour) return tileNames(tiles, palette);
  return t('name-run', { colour: colourName(first, palette), from, to: from + along - 1 });
}

/** What more tiles put right. */
const WAITING = ['too-short', 'run-gap', 'run-order'];

/** Whether nothing is wrong with a meld but that tiles are missing. */
export function isShort(shown: MeldShown | undefined, count: number): boolean {
  return count < 3 && shown?.legal === false && shown.violations.every(({ code }) => WAITING.includes(code));
}
