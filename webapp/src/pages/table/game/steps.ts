/** The sentence of one step of a play, with its tiles apart so that they can be drawn. */
import type { StepShown } from '../../../gen/protocol';
import { locale } from '../../../i18n/i18n.svelte';
import { tileNames } from './names';

export interface Part {
  readonly text: string;
  readonly tiles: readonly string[] | null;
}

/** Stands before and after the name of a parameter while the sentence is put together. */
const MARK = '\u0001';

export function stepParts(step: StepShown): readonly Part[] {
  const params = step.params as Readonly<Record<string, string>>;
  const marked = Object.fromEntries(Object.keys(params).map((name) => [name, `${MARK}${name}${MARK}`]));
  const pieces = locale.code('step', step.code, marked).split(MARK);
  return pieces
    .map((piece, at) =>
      at % 2 === 1 ? { text: '', tiles: (params[piece] ?? '').split(' ') } : { text: piece, tiles: null },
    )
    .filter((part) => part.tiles !== null || part.text !== '');
}

export function stepText(step: StepShown, palette: readonly string[]): string {
  return stepParts(step)
    .map((part) => (part.tiles === null ? part.text : tileNames(part.tiles, palette)))
    .join('');
}
