/** Names of tiles and melds as they are spoken: "red 7", "joker". */
import { isJoker, numberOf, type Kind } from '../../../board/tiles';
import { locale, t } from '../../../i18n/i18n.svelte';

export function colourName(kind: Kind, palette: readonly string[]): string {
  const colour = palette['krby'.indexOf(kind.charAt(0))] ?? kind.charAt(0);
  return locale.code('page', `colour-${colour}`);
}

export function tileName(kind: Kind, palette: readonly string[]): string {
  if (isJoker(kind)) return locale.code('page', `tile-${kind}`);
  return t('tile-name', { colour: colourName(kind, palette), number: numberOf(kind) });
}

export function tileNames(kinds: readonly Kind[], palette: readonly string[]): string {
  return kinds.map((kind) => tileName(kind, palette)).join(', ');
}

/** "red 7, tile 2 of 3 in set 5". */
export function tileInSet(tile: string, { tiles }: { tiles: readonly string[] }, index: number, at: number): string {
  return t('tile-in-set', { tile, set: index + 1, at: at + 1, count: tiles.length });
}

/** What a joker stands for, short enough to stand on it: `b5` -> 5, `b3+b4` -> 3·4; nothing where several colours fit. */
export function shortStands(text: string): string {
  const numbers = [...new Set((text.split('|')[0] ?? '').split('+').map((part) => part.replace(/^[krby]/, '')))];
  return numbers.join('·');
}
