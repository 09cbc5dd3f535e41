/** When a server that could not be reached may be there again. */

/** Milliseconds between two tries. */
const EVERY = 5_000;

/** Try now and then, and whenever the machine has found a network. Returns how to stop. */
export function whenBack(again: () => void): () => void {
  const timer = setInterval(again, EVERY);
  addEventListener('online', again);
  return () => {
    clearInterval(timer);
    removeEventListener('online', again);
  };
}
