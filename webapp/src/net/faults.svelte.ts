/** Answers that the server has a fault: one may pass by itself, several in a row are told. */
const TOLD = 3;

export class Faults {
  /** Whether the server answers, and cannot show what is asked for. */
  broken = $state(false);
  #met = 0;

  met(): void {
    this.#met += 1;
    this.broken = this.#met >= TOLD;
  }

  passed(): void {
    this.#met = 0;
    this.broken = false;
  }
}
