/** When to come again after a connection was lost. */

/** The code with which a server that ends sends everybody elsewhere: the next one is there already. */
const COME_AGAIN = 1012;
/** Milliseconds: the longest wait, and within which all who were sent elsewhere come again. */
const LONGEST = 5_000;
const AT_ONCE = 300;

/** Milliseconds to wait after so many tries in vain, longer each time; never all phones of a hall at once. */
export function wait(tries: number, code?: number): number {
  if (code === COME_AGAIN && tries === 0) return AT_ONCE * Math.random();
  return Math.min(LONGEST, 250 * 2 ** tries) * (0.7 + Math.random() * 0.6);
}
