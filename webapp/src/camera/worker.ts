/** The worker that reads photographs: it fetches the reader when the first comes, and reads one after another. */
import { readerOf, type Reader, type Rules } from './kernel';
import { fileFault, fitted, HEAD, LEAST, type PhotoFault } from './photograph';
import type { Reading, Shot } from './reading';

export interface Asking {
  readonly id: number;
  /** Where the parts of the reader lie. */
  readonly parts: { readonly module: string; readonly weights: string };
  readonly file: Blob;
  readonly shot: Shot;
  readonly rules: Rules;
}

/** A photograph, upright and of the size at which it was read, and what was read. */
export interface Photograph {
  readonly picture: ImageBitmap;
  readonly reading: Reading;
}

export interface Answering {
  readonly id: number;
  readonly found: Photograph | PhotoFault;
}

let loading: Promise<Reader> | undefined;

addEventListener('message', ({ data }: MessageEvent<Asking>) => {
  // what fails for want of memory is as good as a browser that cannot do it
  const reading = read(data).catch((): PhotoFault => 'browser');
  void reading.then((found) => {
    const moved = typeof found === 'string' ? [] : [found.picture];
    postMessage({ id: data.id, found } satisfies Answering, { transfer: moved });
  });
});

async function read({ parts, file, shot, rules }: Asking): Promise<Photograph | PhotoFault> {
  const fault = fileFault(file.size, new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  if (fault !== null) return fault;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return 'picture';
  loading ??= load(parts);
  const reader = await loading.catch((reason: unknown) => (reason instanceof TypeError ? 'fetch' : 'browser'));
  if (typeof reader === 'string') {
    // the next photograph tries again
    loading = undefined;
    return reader;
  }
  if (Math.min(picture.width, picture.height) < LEAST) return 'none';
  const [width, height] = fitted(picture.width, picture.height, reader.most);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return 'browser';
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const reading = reader.read(context.getImageData(0, 0, width, height).data, width, height, shot, rules);
  return reading.tiles.length === 0 ? 'none' : { picture: canvas.transferToImageBitmap(), reading };
}

/** Throws TypeError where a part cannot be fetched, something else where the browser does not run it. */
async function load({ module, weights }: Asking['parts']): Promise<Reader> {
  const [code, figures] = await Promise.all([module, weights].map(fetched));
  return readerOf(await WebAssembly.compile(code!), new Uint8Array(figures!));
}

async function fetched(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(path);
  if (!answer.ok) throw new TypeError(path);
  return answer.arrayBuffer();
}
