/** A hall's or a table's clock: what is on it now, by the server's time. */
import type { ClockSet } from '../../../gen/protocol';

export class Ticking {
  #now = $state(Date.now());
  readonly #timer = setInterval(() => {
    this.#now = Date.now();
  }, 250);

  constructor(private readonly ahead: () => number) {}

  close(): void {
    clearInterval(this.#timer);
  }

  /** Seconds left, rounded up; null where no clock was set. */
  left(clock: ClockSet | undefined): number | null {
    if (clock === undefined) return null;
    const gone = clock.running ? this.#now + this.ahead() - clock.at : 0;
    return Math.max(0, Math.ceil((clock.left - gone) / 1000));
  }

  /** Whole seconds since an instant of the server's. */
  since(at: number): number {
    return Math.max(0, Math.floor((this.#now + this.ahead() - at) / 1000));
  }
}

export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
