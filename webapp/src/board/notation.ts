/** Meld notation of the wire, `run: J b8 J` or `b4 J=b5 b6`: read and written, never judged. */
import type { Kind } from './tiles';

export type MeldKind = 'run' | 'group';

export interface MeldText {
  readonly kind: MeldKind | null;
  readonly tiles: readonly Kind[];
  /** What each tile is stated to stand for, in notation (`b5`, `b3,b4`, `4`); null where nothing is stated. */
  readonly stands: readonly (string | null)[];
}

export function parseMeld(text: string): MeldText {
  const [, prefix, body = ''] = /^(?:(run|group):\s*)?(.*)$/.exec(text.trim()) ?? [];
  const tokens = body.split(/\s+/).filter((token) => token !== '');
  const parts = tokens.map((token) => {
    const cut = token.indexOf('=');
    return cut < 0 ? { kind: token, stands: null } : { kind: token.slice(0, cut), stands: token.slice(cut + 1) };
  });
  return {
    kind: prefix === 'run' || prefix === 'group' ? prefix : null,
    tiles: parts.map((part) => part.kind),
    stands: parts.map((part) => part.stands),
  };
}

export function formatMeld(meld: MeldText): string {
  const tiles = meld.tiles.map((kind, at) => (meld.stands[at] ? `${kind}=${meld.stands[at]}` : kind)).join(' ');
  return meld.kind === null ? tiles : `${meld.kind}: ${tiles}`;
}
