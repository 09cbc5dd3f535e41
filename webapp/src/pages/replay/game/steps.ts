/** The steps of one turn: those a person would make, as the server found them, or what two tables tell by themselves. */
import type { StepLaid } from '../../../gen/protocol';
import { parseMeld } from '../../../board/notation';
import type { Kind } from '../../../board/tiles';
import { follow, type Group } from '../drawing/groups';
import type { Moment } from './moments';

export interface Step {
  /** What is done, to be told as a step of the explained kind; null: melds of the table are laid again. */
  readonly told: Pick<StepLaid, 'code' | 'params'> | null;
  readonly groups: readonly Group[];
  /** Tiles taken from the table and not yet laid again. */
  readonly hand: readonly Kind[];
}

/** The steps from the table `before` to that of `moment`; none where nothing was laid. `made`: as the server tells them. */
export function stepsOf(before: readonly Group[], moment: Moment, made: readonly StepLaid[], stamp: string): Step[] {
  return made.length > 0 ? explained(before, made, stamp) : compared(before, moment, stamp);
}

function explained(before: readonly Group[], made: readonly StepLaid[], stamp: string): Step[] {
  let groups = before;
  return made.map((step, at) => {
    // what is in the hand keeps its names by going along as a group of its own
    const held = step.hand.length === 0 ? [] : [step.hand.join(' ')];
    groups = follow(groups, [...step.table, ...held], `${stamp}-${at}`);
    const shown = held.length === 0 ? groups : groups.slice(0, -1);
    return { told: { code: step.code, params: step.params }, groups: shown, hand: step.hand };
  });
}

/** Melds laid again first, then the tiles of the rack, meld by meld. */
function compared(before: readonly Group[], { event, table }: Moment, stamp: string): Step[] {
  if (event?.t !== 'played' && event?.t !== 'timed-out') return [];
  const known = new Set(before.flatMap((group) => group.tiles.map((tile) => tile.id)));
  const after = follow(before, table, stamp);
  const fresh = after.filter((group) => group.tiles.some((tile) => !known.has(tile.id)));
  const without = (waiting: ReadonlySet<Group>): Group[] =>
    after.flatMap((group) => {
      const tiles = waiting.has(group) ? group.tiles.filter((tile) => known.has(tile.id)) : group.tiles;
      return tiles.length === 0 ? [] : [{ ...group, tiles }];
    });
  const cleared = without(new Set(fresh));
  const moved = tidy(cleared) !== tidy(before);
  const steps = fresh.map((group, at): Step => {
    const tiles = group.tiles.filter((tile) => !known.has(tile.id)).map((tile) => tile.kind);
    return {
      told: { code: 'lay', params: { tiles: tiles.join(' ') } },
      groups: without(new Set(fresh.slice(at + 1))),
      hand: [],
    };
  });
  return moved ? [{ told: null, groups: cleared, hand: [] }, ...steps] : steps;
}

const tidy = (groups: readonly Group[]): string =>
  groups
    .map((group) => group.tiles.map((tile) => tile.kind).join(' '))
    .sort()
    .join(', ');

/** Jokers laid from the rack. */
export function jokersLaid({ event }: Moment): number {
  if (event?.t !== 'played' && event?.t !== 'timed-out') return 0;
  return event.played.filter((kind) => 'JDCM'.includes(kind)).length;
}

export const kindsIn = (melds: readonly string[]): Kind[] => melds.flatMap((meld) => [...parseMeld(meld).tiles]);
