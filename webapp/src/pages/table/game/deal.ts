/** The deal of a room: who comes before it takes part, with a file of its own; who comes later keeps what was promised. */
import type { Snapshot } from '../../../gen/protocol';
import type { PartInDeal, Step } from './part_in_deal';
import { keepLate } from './seen';

export class Deal {
  readonly #room: string;
  readonly #send: (step: Step) => void;
  #part: Promise<PartInDeal> | undefined;

  constructor(room: string, send: (step: Step) => void) {
    this.#room = room;
    this.#send = send;
  }

  /** `fresh`: the page has just come. */
  follow(state: Snapshot, fresh: boolean): void {
    if (state.phase === 'lobby')
      this.#part ??= import('./part_in_deal').then(({ PartInDeal }) => new PartInDeal(this.#room, this.#send));
    if (this.#part === undefined) keepLate(this.#room, state.commitment);
    // after a file that did not come, the next state asks for it again
    this.#part?.then(
      (part) => part.follow(state, fresh),
      () => {
        this.#part = undefined;
      },
    );
  }
}
