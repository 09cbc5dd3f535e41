/** What parted equals at a line, in a sentence. */
import type { SettledShown, TournamentShown } from '../../gen/protocol';
import { nameOf } from './seeing';
import { tt } from './texts';

export function settledText(shown: TournamentShown, { how, numbers, seed, lots }: SettledShown): string {
  const drawn = new Map(lots.map(({ number, lot }) => [number, lot]));
  const names = numbers.map((number) => {
    const lot = drawn.get(number);
    return `${nameOf(shown, number)} (${number})${lot === undefined ? '' : ` ${lot}`}`;
  });
  return tt(`settled-${how}`, { names: names.join(', '), seed: seed ?? '' });
}
