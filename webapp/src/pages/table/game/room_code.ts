/** A room's code, as people say it to each other: in groups of four, in any writing, or as the whole link. */

export const CODE_LENGTH = 12;
const GROUP = 4;

/** The code in groups that a breath holds: "k7qm 2xpa hhtt". */
export function spoken(room: string): string {
  return (room.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ');
}

/** The room that was typed; null where that is no code. */
export function readCode(text: string): string | null {
  const last = text.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
  const code = last.toLowerCase().replace(/[^a-z0-9]/g, '');
  return code.length === CODE_LENGTH ? code : null;
}
