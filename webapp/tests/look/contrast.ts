/** Colours of the look as numbers, and their contrast as WCAG 2 counts it. */
export type Rgb = readonly [number, number, number];
export type Scheme = 'light' | 'dark';

const NAMED: Record<string, string> = { black: '#000000', white: '#ffffff' };

function hex(text: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  return [r, g, b];
}

export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const [r = 0, g = 0, b = 0] = one.map((value, at) => value * (1 - share) + (other[at] ?? 0) * share);
  return [r, g, b];
}

/** What `text` is in a scheme, where `vars` are the custom properties in force: a colour, a mix, a reference, one of two. */
export function colour(text: string, vars: ReadonlyMap<string, string>, scheme: Scheme): Rgb {
  const pair = /^light-dark\(([^,]+), (.+)\)$/.exec(text);
  if (pair !== null) return colour((scheme === 'light' ? pair[1] : pair[2]) ?? '', vars, scheme);
  const named = /^var\(--([a-z0-9-]+)\)$/.exec(text);
  if (named !== null) return colour(vars.get(named[1] ?? '') ?? '', vars, scheme);
  const mixed = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text);
  if (mixed !== null)
    return mix(colour(mixed[3] ?? '', vars, scheme), colour(mixed[1] ?? '', vars, scheme), Number(mixed[2]) / 100);
  const code = NAMED[text] ?? text;
  if (!/^#[0-9a-f]{6}$/.test(code)) throw new Error(`no colour: ${text}`);
  return hex(code);
}

/** `rgb(r g b / a)` laid over a colour. */
export function over(text: string, ground: Rgb): Rgb {
  const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return mix(ground, [r, g, b], a);
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
