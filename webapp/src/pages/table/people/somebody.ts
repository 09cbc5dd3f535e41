/** Those at a table about whom this viewer can do something: the host mutes and puts out, who has a seat reports. */
import type { ChatLine, NewReport, Person, SeatShown, Snapshot } from '../../../gen/protocol';

export interface Somebody {
  readonly key: string;
  /** Null for a person without a seat who has written nothing: then the number that tells them from others. */
  readonly name: string | null;
  readonly number: number;
  /** What the host alone is told of them. */
  readonly person: Person | null;
  /** What a report of them names; null where this viewer reports nobody, or there is nothing to name. */
  readonly about: Pick<NewReport, 'seat' | 'line'> | null;
}

/** Everybody else at the table: those with a seat first, then those here, then those who went. */
export function everybody(state: Snapshot, people: readonly Person[]): Somebody[] {
  const reports = state.you !== null;
  const seated = state.seats.flatMap((seat, at): Somebody[] => {
    if (!isSomebody(seat) || at === state.you) return [];
    const person = people.find((one) => one.seat === at) ?? null;
    return [{ key: `seat-${at}`, name: seat.name, number: 0, person, about: reports ? { seat: at } : null }];
  });
  let nameless = 0;
  const others = people
    .filter((person) => person.seat === null)
    .sort((a, b) => Number(b.here) - Number(a.here))
    .map((person): Somebody => {
      const line = person.lines.at(-1);
      const about = reports && line !== undefined ? { line } : null;
      return { key: person.alias, name: person.name, number: person.name === null ? ++nameless : 0, person, about };
    });
  return [...seated, ...others].filter((one) => one.person !== null || one.about !== null);
}

/** Who said a line of the chat. */
export function author(line: ChatLine, state: Snapshot, people: readonly Person[]): Somebody {
  const person = people.find((one) => one.lines.includes(line.number)) ?? null;
  const about = state.you === null ? null : { line: line.number };
  return { key: `line-${line.number}`, name: line.name, number: 0, person, about };
}

/** Whether the server lets the host put them out: who has a seat leaves it only while seats are taken and freed. */
export function mayPutOut(state: Snapshot, person: Person): boolean {
  const gathering = state.phase === 'lobby' && !state.called && !(state.match?.played.length ?? 0);
  return person.seat === null || gathering;
}

/** A person, or a computer player that a person connected: not one of the server's own. */
function isSomebody(seat: SeatShown): boolean {
  return seat.kind !== 'open' && seat.level === null;
}
