/**
 * Who is at the table: those who began, who comes between two games, who goes home and is back, as `sheets/company.py` decides it.
 * A phone numbers the players as it knows them; `joined` says whose coming it has heard of, so that seats of others stay apart.
 */
import type { EntryShown, GameShown, SheetCommand } from '../../../gen/protocol';
import type { Paper } from '../paper';

type Command<T> = Extract<SheetCommand, { t: T }>;

/** The server's limit: players of one sheet, with those who went home. */
export const MOST_SEATS = 8;

export function begun(paper: Paper): number {
  return paper.players.length - paper.came.length;
}

/** The ids of those who came later, as a command says whom its writer knows. */
export function joined(paper: Paper): string[] {
  return paper.came.map((ids) => ids[0] ?? '');
}

/** How many are at the table now. */
export function here(paper: Paper): number {
  return paper.players.length - paper.home.length;
}

/** Whether another player can come, or be back. */
export function hasRoom(paper: Paper): boolean {
  return here(paper) < paper.rules.most;
}

export function came(paper: Paper, { id, name, joined: known = [] }: Command<'join'>): Partial<Paper> | null {
  if (paper.came.some((ids) => ids.includes(id))) return null;
  const at = paper.came.findIndex(
    (ids, place) => !ids.some((one) => known.includes(one)) && alike(name, paper.players[begun(paper) + place] ?? ''),
  );
  if (at >= 0) return { came: paper.came.map((ids, place) => (place === at ? [...ids, id] : ids)) };
  const taken = paper.players.some((other) => alike(name, other));
  if (taken || !hasRoom(paper) || paper.players.length >= MOST_SEATS) return null;
  return {
    players: [...paper.players, name],
    came: [...paper.came, [id]],
    arrived: [...paper.arrived, paper.players.length],
    games: paper.games.map(oneMore),
    struck: paper.struck.map(oneMore),
  };
}

export function left(paper: Paper, { player, joined: known = [] }: Command<'leave'>): Partial<Paper> | null {
  const seat = seats(paper, known)?.[player] ?? null;
  if (seat === null || paper.home.includes(seat) || here(paper) <= paper.rules.least) return null;
  return { home: [...paper.home, seat], arrived: paper.arrived.filter((other) => other !== seat) };
}

export function returned(paper: Paper, { player, joined: known = [] }: Command<'return'>): Partial<Paper> | null {
  const seat = seats(paper, known)?.[player] ?? null;
  if (seat === null || !paper.home.includes(seat) || !hasRoom(paper)) return null;
  return { home: paper.home.filter((other) => other !== seat), arrived: [...paper.arrived, seat] };
}

/** An entry by the seats of the sheet: of whom its writer knows nothing took no part. Null for who is not known here, and for too many or too few. */
export function seated(paper: Paper, command: Command<'write'>): Command<'write'> | null {
  const places = seats(paper, command.joined ?? []);
  if (places?.length !== command.left.length) return null;
  const racks: Command<'write'>['left'] = paper.players.map(() => ({ gone: 'absent' }));
  for (const [at, rack] of command.left.entries()) {
    const seat = places[at] ?? null;
    if (seat !== null) racks[seat] = rack;
    else if (rack.gone !== 'absent') return null;
  }
  const played = racks.filter((rack) => rack.gone !== 'absent').length;
  if (played > paper.rules.most || played < paper.rules.least) return null;
  const [out, toMove] = [command.out ?? null, command.to_move ?? null];
  return {
    ...command,
    out: out === null ? null : (places[out] ?? null),
    to_move: toMove === null ? null : (places[toMove] ?? null),
    left: racks,
  };
}

export function renamed(paper: Paper, { players, joined: known = [] }: Command<'rename'>): Partial<Paper> | null {
  const places = seats(paper, known);
  if (places?.length !== players.length) return null;
  return { players: paper.players.map((name, seat) => players[places.indexOf(seat)] ?? name) };
}

/** The seat of each player as a writer numbers them; null for those whose coming is not known here. */
function seats(paper: Paper, known: readonly string[]): (number | null)[] | null {
  const first = begun(paper);
  const places = [
    ...paper.players.slice(0, first).keys(),
    ...known.map((id) => {
      const at = paper.came.findIndex((ids) => ids.includes(id));
      return at < 0 ? null : first + at;
    }),
  ];
  const found = places.filter((seat) => seat !== null);
  return new Set(found).size < found.length ? null : places;
}

/** Whether two names would be taken for one; the server also knows letters that look the same. */
export function alike(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The game with a seat for somebody who came after it. */
function oneMore(game: GameShown): GameShown {
  const entry = (one: EntryShown): EntryShown => ({
    ...one,
    values: [...one.values, 0],
    counts: [...one.counts, null],
    points: [...one.points, 0],
    unopened: one.unopened.length > 0 ? [...one.unopened, null] : [],
    gone: [...(one.gone.length > 0 ? one.gone : one.points.map(() => null)), 'absent'],
  });
  return { ...game, entry: entry(game.entry), before: game.before.map(entry), others: game.others.map(entry) };
}
