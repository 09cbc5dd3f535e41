/** Places of a ranking, which equals share. */
import type { LineShown } from '../../../gen/protocol';

/** Whether another has the place too. */
export function isShared(lines: readonly LineShown[], line: LineShown): boolean {
  return line.place !== null && lines.some((other) => other !== line && other.place === line.place);
}

/** Lines of a ranking with their places among each other. */
export function among(lines: readonly LineShown[]): LineShown[] {
  return lines.map((line) => {
    const { place } = line;
    const before = place === null ? [] : lines.filter((other) => other.place !== null && other.place < place);
    return { ...line, place: place === null ? null : before.length + 1 };
  });
}
