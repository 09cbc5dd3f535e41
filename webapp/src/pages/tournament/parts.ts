/** A picture of which only the parts come that changed; what they are called is written at `Changing` in records/changing.py. */

/** What a server sends: `parts` by name, of a `whole` picture all of them. */
export interface Changed {
  readonly whole: boolean;
  readonly parts: Readonly<Record<string, unknown>>;
}

/** A picture with its number `seq`, as the newest of its parts make it. */
export class Parts<T extends { readonly seq: number }> {
  /** The number of the picture; 0 before the first. */
  seq = 0;
  #parts = new Map<string, unknown>();

  /** The picture with what has changed; undefined where that is older than what is known. */
  take({ whole, parts }: Changed): T | undefined {
    const { seq } = parts as { seq?: number };
    if (seq === undefined || seq <= this.seq) return undefined;
    this.seq = seq;
    if (whole) this.#parts.clear();
    for (const [name, part] of Object.entries(parts)) {
      if (part === null && name.includes('.')) this.#parts.delete(name);
      else this.#parts.set(name, part);
    }
    return together(this.#parts) as T;
  }
}

/** The picture that parts make: in the order of their names each goes into the field or the list before its last dot. */
export function together(parts: ReadonlyMap<string, unknown>): unknown {
  const made = new Map<string, unknown>([['', {}]]);
  for (const name of [...parts.keys()].sort()) {
    const dot = name.lastIndexOf('.');
    const part = copy(parts.get(name));
    const inside = made.get(name.slice(0, Math.max(dot, 0)));
    if (Array.isArray(inside)) inside.push(...(Array.isArray(part) ? part : [part]));
    else (inside as Record<string, unknown>)[name.slice(dot + 1)] = part;
    made.set(name, part);
  }
  return made.get('');
}

function copy(part: unknown): unknown {
  if (Array.isArray(part)) return [...(part as unknown[])];
  return typeof part === 'object' && part !== null ? { ...part } : part;
}
