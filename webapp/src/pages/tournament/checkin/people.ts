/** Who may check in: the players and those who wait for a place, by their tickets. */
import type { TicketShown, TournamentShown } from '../../../gen/protocol';
import { names } from '../seeing';

export interface Person extends TicketShown {
  readonly name: string;
  readonly category: string;
  /** They play no games, or do not play in this stage. */
  readonly out: boolean;
}

/** Everybody, the players in the order of the list and then who waits. */
export function people(shown: TournamentShown): Person[] {
  const known = names(shown);
  const waiting = new Map(shown.checkin.queue.map((one) => [one.ticket, one]));
  const first = shown.stages.at(-1)?.rounds[0];
  const plays = (number: number): boolean =>
    first === undefined || first.byes.includes(number) || first.tables.some((seats) => seats.includes(number));
  return shown.checkin.tickets.map((ticket) => {
    const one = ticket.number === null ? waiting.get(ticket.ticket) : known.get(ticket.number);
    const out = ticket.number !== null && (known.get(ticket.number)?.withdrawn === true || !plays(ticket.number));
    return { ...ticket, name: one?.name ?? '', category: one?.category ?? '', out };
  });
}

/** The players who are expected and not in. */
export function missing(shown: TournamentShown): Person[] {
  return people(shown).filter((one) => one.number !== null && !one.out && !one.here);
}

/** Whether a person is meant by what is typed: a part of the name, or the number. */
export function means(one: Person, typed: string): boolean {
  const sought = typed.trim().toLowerCase();
  return sought === '' || one.name.toLowerCase().includes(sought) || String(one.number) === sought;
}

/** Whether no place is free: who is entered now waits. */
export function isFull(shown: TournamentShown): boolean {
  const { cap, waiting } = shown.checkin;
  return cap !== null && (waiting > 0 || shown.entrants.filter((one) => !one.withdrawn).length >= cap);
}
