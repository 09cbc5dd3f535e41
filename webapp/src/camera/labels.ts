/** A photograph with what a person says of it, as a file for their own device: the training reads it. */
import type { Kind } from '../board/tiles';
import type { Point, Shot } from './reading';

/** A tile as somebody left it. */
export interface Labelled {
  readonly kind: Kind;
  /** null: somebody added it. */
  readonly corners: readonly Point[] | null;
  readonly read: Kind | null;
  readonly p: number | null;
}

interface About {
  readonly shot: Shot;
  readonly edition: string;
  /** Only the numbers were looked at. */
  readonly plain: boolean;
}

/** The text of the file. The picture is drawn again, so that it says neither where nor when it was taken. */
export async function labelled(picture: ImageBitmap, tiles: readonly Labelled[], about: About): Promise<string> {
  const { width, height } = picture;
  return JSON.stringify({
    version: 1,
    as: about.shot,
    edition: about.edition,
    numbers_only: about.plain,
    width,
    height,
    picture: await drawn(picture),
    tiles: tiles.map(({ kind, corners, read, p }) => ({
      tile: kind,
      corners: corners?.map((point) => point.map((one) => Math.round(10 * one) / 10)) ?? null,
      read,
      p: p === null ? null : Math.round(1000 * p) / 1000,
    })),
  });
}

async function drawn(picture: ImageBitmap): Promise<string> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer());
  let text = '';
  for (const byte of jpeg) text += String.fromCharCode(byte);
  return `data:image/jpeg;base64,${btoa(text)}`;
}
