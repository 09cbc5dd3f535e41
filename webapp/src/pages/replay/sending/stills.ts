/** A game as pictures that stand still, one for each turn, in the look of the moving one; drawn on a canvas, for chats. */
import type { Shape } from '../drawing/faces';
import { symbols } from '../drawing/still';
import type { Moment } from '../game/moments';
import { coursesOf, file, tileOf, WHOLE, WIDE, written } from './picture';

/** The table and the lines below it. */
export type Told = readonly [Pick<Moment, 'table'>, readonly string[]];

export class Stills {
  readonly count: number;
  readonly #courses;
  readonly #canvas = document.createElement('canvas');
  readonly #pen = this.#canvas.getContext('2d', { willReadFrequently: true });

  constructor(
    private readonly told: readonly Told[],
    private readonly palette: readonly string[],
    private readonly shape: Shape,
  ) {
    this.count = told.length;
    this.#courses = [...coursesOf(told.map(([moment]) => moment)).values()];
    this.#canvas.width = WIDE;
    this.#canvas.height = WHOLE;
  }

  /** The pixels of one of them. */
  async pixels(at: number): Promise<Uint8ClampedArray> {
    await this.#draw(at);
    return this.#pen!.getImageData(0, 0, WIDE, WHOLE).data;
  }

  /** One of them as PNG. */
  async png(at: number): Promise<Blob> {
    await this.#draw(at);
    return await new Promise((resolve, reject) => {
      this.#canvas.toBlob((made) => (made === null ? reject(new Error('no picture')) : resolve(made)), 'image/png');
    });
  }

  async #draw(at: number): Promise<void> {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(this.#svg(at))}`;
    await image.decode();
    this.#pen!.drawImage(image, 0, 0);
  }

  #svg(at: number): string {
    const there = this.#courses.flatMap(({ kind, width, spots, gone }) => {
      const spot = spots.findLast(({ turn }) => turn <= at);
      return spot === undefined || at >= gone ? [] : [{ kind, width, spot }];
    });
    const kinds = [...new Set(there.map(({ kind }) => kind))];
    const tiles = there.map(
      ({ kind, width, spot }) => `<g transform="translate(${spot.x},${spot.y})">${tileOf(kind, width)}</g>`,
    );
    // some browsers draw nothing of a file that does not say how large it is
    const size = `width="${WIDE}" height="${WHOLE}"`;
    return file(size, symbols(kinds, this.palette, this.shape), tiles.join('') + written(this.told[at]?.[1] ?? []));
  }
}
