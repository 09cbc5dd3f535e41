/** A game written out: a sentence for each turn in the reader's language, and the table after it in notation. */
import { labelled } from '../../../i18n/i18n.svelte';
import { editionTitle } from '../../rules/names';
import type { Moment } from '../game/moments';
import { rt, seatName, sentence, tilesText, type View } from '../game/names';
import type { Source } from '../game/source';

export function written(source: Source, moments: readonly Moment[], view: View): string {
  const names = source.names.map((_, seat) => seatName(source, seat));
  const lines = moments.flatMap((moment, at) => {
    const said = `${at === 0 ? rt('deal') : at}. ${sentence(source, moments, at, view)}`;
    const table = moment.table === moments[at - 1]?.table || moment.table.length === 0 ? [] : [moment.table.join(', ')];
    const racks = names.flatMap((name, seat) => {
      const rack = view === 'all' || view === seat ? (moment.racks[seat] ?? null) : null;
      return rack === null ? [] : [labelled(name, rack.join(' ') || tilesText(0))];
    });
    return [said, ...[...table, ...racks].map((line) => `    ${line}`)];
  });
  return [editionTitle(source.edition), names.join(', '), '', ...lines, ''].join('\n');
}
