/** Where others reach this server: the page's own address, or the one that was told where that is this computer alone. */
import { device } from '../../storage';
import { addressIn, LOCAL } from './address';

const STORED = 'tilerummy.reach';

class Reach {
  #told = $state(device.recall<{ address: string }>(STORED)?.address ?? '');
  readonly #local = LOCAL.test(location.hostname);

  /** What links and cards begin with. */
  get origin(): string {
    return this.#local && this.#told !== '' ? this.#told : location.origin;
  }

  /** Whether others cannot open what is printed now. */
  get unknown(): boolean {
    return this.#local && this.#told === '';
  }

  /** Whether the address was told, and may be told again. */
  get told(): boolean {
    return this.#local && this.#told !== '';
  }

  /** Take an address as it was typed; false where others cannot reach it. */
  tell(text: string): boolean {
    const address = addressIn(text, location.port);
    if (address === undefined) return false;
    this.#told = address;
    device.remember(STORED, JSON.stringify({ address }));
    return true;
  }

  forget(): void {
    this.#told = '';
    device.forget(STORED);
  }
}

export const reach = new Reach();
