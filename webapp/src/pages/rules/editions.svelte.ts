/** The editions that can be played here, asked for by a page that shows them. */
import type { EditionListed } from '../../gen/protocol';
import { editions } from '../../net/api';

export class Editions {
  list = $state.raw<readonly EditionListed[]>([]);
  /** They could not be had. */
  lost = $state(false);

  async look(): Promise<void> {
    try {
      this.list = await editions();
      this.lost = false;
    } catch {
      this.lost = true;
    }
  }
}
