/** A game as an animated GIF, which every chat shows. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { END, TURN, WHOLE, WIDE } from './picture';
import type { Stills } from './stills';

const COLOURS = 128;
/** Pictures in one file at most: of a longer game some turns are left out. */
const MOST = 500;

/** `step` hears how many of how many are done; where it answers false nothing comes of it. */
export async function gif(stills: Stills, step: (done: number, of: number) => boolean): Promise<Uint8Array | null> {
  const every = Math.ceil(stills.count / MOST);
  const turns = Array.from({ length: stills.count }, (_, at) => at).filter(
    (at) => at % every === 0 || at === stills.count - 1,
  );
  const last = await stills.pixels(stills.count - 1);
  const palette = quantize(last, COLOURS);
  const encoder = GIFEncoder();
  for (const [done, at] of turns.entries()) {
    if (!step(done, turns.length)) return null;
    const ends = at === stills.count - 1;
    const pixels = ends ? last : await stills.pixels(at);
    encoder.writeFrame(applyPalette(pixels, palette), WIDE, WHOLE, {
      palette: done === 0 ? palette : undefined,
      delay: 1000 * (ends ? END : TURN),
    });
  }
  encoder.finish();
  return encoder.bytes();
}
