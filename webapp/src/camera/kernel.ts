/** The reader as a module of WebAssembly: pixels in, 41 figures for each tile out, as `kernel/camera/` says. */
import type { Kind } from '../board/tiles';
import type { Point, Reading, ReadTile, Shot } from './reading';

/** What the rules need to know of an edition. */
export interface Rules {
  /** How often each kind may be there: k1 to k13, r, b, y, then jokers. */
  readonly box: readonly number[];
  /** Tiles of the smallest meld. */
  readonly smallest: number;
  /** Whether a 1 may follow the highest number. */
  readonly wraps: boolean;
}

export interface Reader {
  /** Pixels that a photograph may have. */
  readonly most: number;
  read(pixels: Uint8ClampedArray, width: number, height: number, shot: Shot, rules: Rules): Reading;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  weights(): number;
  load(length: number): number;
  photo(): number;
  most(): number;
  box(): number;
  read(width: number, height: number, shot: number, smallest: number, wraps: number): number;
  reply(): number;
}

const FIGURES = 41;
const JOKER = 52;

/** The reader with these weights. Throws RangeError where they are none, or there is no memory. */
export async function readerOf(module: WebAssembly.Module, weights: Uint8Array): Promise<Reader> {
  const kernel = (await WebAssembly.instantiate(module)).exports as unknown as Exports;
  // the memory may have grown, which leaves earlier views of it empty
  const put = (bytes: ArrayLike<number>, at: number): void => new Uint8Array(kernel.memory.buffer).set(bytes, at);
  put(weights, kernel.weights());
  if (kernel.load(weights.length) !== 1) throw new RangeError(`${weights.length} bytes are no weights`);
  return {
    most: kernel.most(),
    read(pixels, width, height, shot, { box, smallest, wraps }) {
      put(pixels, kernel.photo());
      put(box, kernel.box());
      const count = kernel.read(width, height, shot === 'table' ? 1 : 0, smallest, Number(wraps));
      if (count < 0) throw new RangeError(`a photograph of ${width} x ${height}`);
      const said = new Float32Array(kernel.memory.buffer, kernel.reply(), count * FIGURES);
      const tiles = Array.from({ length: count }, (_, at) =>
        tileOf([...said.subarray(at * FIGURES, (at + 1) * FIGURES)]),
      );
      return { width, height, tiles };
    },
  };
}

function tileOf(said: readonly number[]): ReadTile {
  const figure = (at: number): number => said[at] ?? 0;
  const corner = (at: number): Point => [figure(2 * at), figure(2 * at + 1)];
  return {
    corners: [0, 1, 2, 3].map(corner),
    numbers: said.slice(8, 22),
    colours: said.slice(22, 26),
    kind: kindOf(figure(29)),
    p: figure(30),
    unsure: figure(31) !== 0,
    group: figure(32),
    lawful: { kind: kindOf(figure(33)), group: figure(34) },
  };
}

function kindOf(code: number): Kind {
  return code === JOKER ? 'J' : `${'krby'.charAt(Math.floor(code / 13))}${(code % 13) + 1}`;
}
