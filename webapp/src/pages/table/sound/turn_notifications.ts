/** Calls the player when the turn comes: by sound, in the tab, and by a message of the browser where that is wanted. */
import { noteTurn } from '../../../badge';
import { notify } from '../../../notifications';
import { settings } from '../../../settings.svelte';
import { play } from '../../../ui/sound/sound';

const CALM = '/favicon.svg';
const CALLING = '/favicon-turn.svg';

export class TurnCall {
  /** The turn called last: a page that is loaded again in the middle of a turn stays quiet. */
  #called: number;

  constructor(turn: number) {
    this.#called = turn;
  }

  /** `mine`: the player is to move; `words` head and fill the browser's message, `path` is where a press on it leads. */
  follow(mine: boolean, turn: number, words: readonly [string, string], path: string): void {
    mark(mine);
    noteTurn(path.replace('/t/', ''), mine);
    if (mine && turn !== this.#called) {
      play('turn');
      if (settings.notify && document.hidden) void notify(words, path);
    }
    this.#called = turn;
  }

  end(): void {
    mark(false);
  }
}

function mark(calling: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', calling ? CALLING : CALM);
}
