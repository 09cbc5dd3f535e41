/** A photograph as it is shown: the picture, the tiles found on it, and one tile by itself. */
import { isJoker, numberOf } from '../../board/tiles';
import type { Photograph } from '../../camera/here';
import { distance, middle, type Point, type Reading, type Seen } from '../../camera/reading';

/** Pixels of the longer side of what is shown. */
const SHOWN = 1200;
/** Pixels of a tile that is shown by itself. */
export const CROP = [64, 92] as const;

/** The part of a photograph in which tiles lie, and a tile's width around it: left, top, width and height. */
export function partWithTiles({ width, height, tiles }: Reading): readonly [number, number, number, number] {
  const points = tiles.flatMap(({ corners }) => corners);
  const around = Math.max(0, ...tiles.map(({ corners }) => distance(corners[0], corners[1])));
  const span = (axis: 0 | 1, most: number): readonly [number, number] => {
    const all = points.map((point) => point[axis]);
    const from = Math.max(0, Math.min(...all) - around);
    return [from, Math.min(most, Math.max(...all) + around) - from];
  };
  const [[left, wide], [top, high]] = [span(0, width), span(1, height)];
  return [left, top, wide, high];
}

/** Draw the part with tiles, each framed, with its number below; those in doubt by a dashed frame in another colour. */
export function drawPhotograph(
  canvas: HTMLCanvasElement,
  { picture, reading }: Photograph,
  tiles: readonly Seen[],
): void {
  const [left, top, wide, high] = partWithTiles(reading);
  const scale = Math.min(1, SHOWN / Math.max(wide, high));
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(high * scale);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  context.translate(-left, -top);
  context.drawImage(picture, 0, 0);
  // what the style says of the canvas, which knows the theme
  const { color: warm, borderTopColor: accent, outlineColor: panel } = getComputedStyle(canvas);
  for (const { tile, kind, doubt } of tiles) {
    if (tile === null) continue;
    const ink = doubt ? warm : accent;
    const width = distance(tile.corners[0], tile.corners[1]);
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = Math.max(2 / scale, width * 0.06);
    context.setLineDash(doubt ? [width * 0.2, width * 0.12] : []);
    context.beginPath();
    for (const [x, y] of tile.corners) context.lineTo(x, y);
    context.closePath();
    context.stroke();
    sign(context, foot(tile.corners), width * 0.34, isJoker(kind) ? 'J' : String(numberOf(kind)), ink, panel);
  }
}

/** The middle of a tile's lower edge. */
function foot(corners: readonly Point[]): Point {
  return middle(corners.slice(2));
}

function sign(
  context: CanvasRenderingContext2D,
  [x, y]: Point,
  size: number,
  said: string,
  ink: string,
  on: string,
): void {
  context.beginPath();
  context.arc(x, y, size * 0.75, 0, 2 * Math.PI);
  context.fillStyle = ink;
  context.fill();
  context.fillStyle = on;
  context.font = `700 ${size}px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(said, x, y);
}

/** Draw one tile upright. */
export function drawTile(canvas: HTMLCanvasElement, picture: ImageBitmap, corners: readonly Point[]): void {
  [canvas.width, canvas.height] = CROP;
  const context = canvas.getContext('2d');
  const [a = [0, 0], b = [0, 0], , d = [0, 0]] = corners;
  const [across, down] = [
    [b[0] - a[0], b[1] - a[1]],
    [d[0] - a[0], d[1] - a[1]],
  ] as const;
  const area = across[0] * down[1] - across[1] * down[0];
  if (context === null || area === 0) return;
  const [wide, high] = [CROP[0] / area, CROP[1] / area];
  context.setTransform(
    down[1] * wide,
    -across[1] * high,
    -down[0] * wide,
    across[0] * high,
    (a[1] * down[0] - a[0] * down[1]) * wide,
    (a[0] * across[1] - a[1] * across[0]) * high,
  );
  context.drawImage(picture, 0, 0);
}
