/** Asking again and again, while a person on another device makes up their mind. */

/** Milliseconds between two questions. */
const EVERY = 2_000;

/** Ask now and then again until the answer is false; the function that comes back ends it. */
export function askUntil(question: () => Promise<boolean>): () => void {
  let next: ReturnType<typeof setTimeout> | undefined;
  let done = false;

  async function turn(): Promise<void> {
    if ((await question()) && !done) next = setTimeout(() => void turn(), EVERY);
  }

  void turn();
  return () => {
    done = true;
    clearTimeout(next);
  };
}
