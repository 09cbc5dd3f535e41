/** Teams as they are typed: one a line, `Name: 3, Ann`. */
import type { TeamShown, TournamentShown } from '../../../../gen/protocol';
import { meant } from './meant';
import { nameOf } from '../../seeing';

/** A line whose player nobody is. */
export interface Unknown {
  readonly line: number;
  readonly name: string;
}

export function written(shown: TournamentShown, teams: readonly TeamShown[]): string {
  return teams
    .map((team) => `${team.name}: ${team.members.map((one) => `${one} ${nameOf(shown, one)}`).join(', ')}`)
    .join('\n');
}

/** The teams that a text says, and whom it names that nobody is. */
export function read(shown: TournamentShown, text: string): { teams: TeamShown[]; unknown: Unknown[] } {
  const teams: TeamShown[] = [];
  const unknown: Unknown[] = [];
  text.split('\n').forEach((said, at) => {
    if (said.trim() === '') return;
    const colon = said.indexOf(':');
    const name = (colon < 0 ? said : said.slice(0, colon)).trim();
    const asked = colon < 0 ? [] : said.slice(colon + 1).split(/[,;]/);
    const members: number[] = [];
    for (const one of asked) {
      if (one.trim() === '') continue;
      const number = meant(shown, one);
      if (number === undefined) unknown.push({ line: at + 1, name: one.trim() });
      else members.push(number);
    }
    teams.push({ name, members });
  });
  return { teams, unknown };
}

/** A team of each class or club that has two to four people. */
export function ofClubs(shown: TournamentShown): TeamShown[] {
  const clubs = new Map<string, number[]>();
  for (const one of shown.entrants) clubs.set(one.category, [...(clubs.get(one.category) ?? []), one.number]);
  return [...clubs].flatMap(([name, members]) =>
    name !== '' && members.length >= 2 && members.length <= 4 ? [{ name, members }] : [],
  );
}
