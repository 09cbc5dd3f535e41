/** A picture of which only the parts come that changed; what they are called is written at `Changing` in records/changing.py. */
import type { OwnShown } from '../../gen/protocol';

/** What a server sends: `parts` by name, of a `whole` picture all of them; beside them what a person's `own` link says. */
export interface Changed {
  readonly whole: boolean;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly own?: OwnShown;
}

/** A part and those within it, by the last word of their names; `made` of them all, until one of them changes. */
interface Branch {
  part: unknown;
  made?: unknown;
  readonly within: Map<string, Branch>;
}

const branch = (part: unknown): Branch => ({ part, within: new Map() });

/** A picture with its number `seq`, as the newest of its parts make it: what has not changed is the same object again. */
export class Parts<T extends { readonly seq: number }> {
  /** The number of the picture; 0 before the first. */
  seq = 0;
  #root = branch({});

  /** The picture with what has changed; undefined where that is older than what is known. */
  take({ whole, parts }: Changed): T | undefined {
    const { seq } = parts as { seq?: number };
    if (seq === undefined || seq <= this.seq) return undefined;
    this.seq = seq;
    if (whole) this.#root = branch({});
    // what something is within comes before it
    for (const name of Object.keys(parts).sort()) this.#put(name.split('.'), parts[name]);
    return made(this.#root) as T;
  }

  /** A part in its place; of a list one that is null is there no longer. */
  #put(words: readonly string[], part: unknown): void {
    const last = words.at(-1) ?? '';
    let at = this.#root;
    delete at.made;
    for (const word of words.slice(0, -1)) {
      const next = at.within.get(word);
      if (next === undefined) return;
      at = next;
      delete at.made;
    }
    const known = at.within.get(last);
    if (part === null && words.length > 1) at.within.delete(last);
    else if (known === undefined) at.within.set(last, branch(part));
    else {
      known.part = part;
      delete known.made;
    }
  }
}

/** What a part and those within it make: each goes into its field or, in the order of their names, into its list. */
function made(of: Branch): unknown {
  if (of.within.size === 0) return of.part;
  if (of.made !== undefined) return of.made;
  const words = [...of.within.keys()].sort();
  const inside = words.map((word) => made(of.within.get(word) as Branch));
  of.made = Array.isArray(of.part)
    ? [...(of.part as unknown[]), ...inside.flat()]
    : { ...(of.part as object), ...Object.fromEntries(words.map((word, at) => [word, inside[at]])) };
  return of.made;
}
