/** The number on the icon of an installed app: the games in which it is the reader's turn, as far as this page knows. */
const turns = new Set<string>();

/** The reader's games, as the server lists them. */
export function listTurns(rooms: Iterable<string>): void {
  turns.clear();
  for (const room of rooms) turns.add(room);
  show();
}

/** Whether it is their turn in this game. */
export function noteTurn(room: string, mine: boolean): void {
  if (mine) turns.add(room);
  else turns.delete(room);
  show();
}

function show(): void {
  // only installed pages have a badge, and not in every browser
  const shown = turns.size > 0 ? navigator.setAppBadge?.(turns.size) : navigator.clearAppBadge?.();
  void shown?.catch(() => undefined);
}
