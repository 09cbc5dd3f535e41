/** The solver's kernel as a module of WebAssembly: bytes in, bytes out, as `solver/regular/codec.py` says. */

export type Search = (request: Uint8Array) => Uint8Array;

interface Exports {
  readonly memory: WebAssembly.Memory;
  request(): number;
  reply(): number;
  most(): number;
  search(length: number): number;
}

/** What a module imports: a monotonic clock in nanoseconds. */
const HOST = { host: { now: () => BigInt(Math.round(performance.now() * 1e6)) } };

/** The search of a module. Throws RangeError for a request that is too long, or where there is no memory. */
export async function searchOf(module: WebAssembly.Module): Promise<Search> {
  const instance = await WebAssembly.instantiate(module, HOST);
  const kernel = instance.exports as unknown as Exports;
  return (request) => {
    if (request.length > kernel.most()) throw new RangeError(`a request of ${request.length} bytes`);
    new Uint8Array(kernel.memory.buffer).set(request, kernel.request());
    const length = kernel.search(request.length);
    if (length === 0) throw new RangeError('no memory for a search');
    // the memory may have grown, which leaves earlier views of it empty
    return new Uint8Array(kernel.memory.buffer).slice(kernel.reply(), kernel.reply() + length);
  };
}
