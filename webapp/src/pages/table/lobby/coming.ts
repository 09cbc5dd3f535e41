/** The table at which the reader wants the seat that is kept for them, said before it is there. */
let wanted = '';

export function comeTo(room: string): void {
  wanted = room;
}

/** Whether the reader comes to take that seat: once. */
export function comes(room: string): boolean {
  const here = wanted === room;
  if (here) wanted = '';
  return here;
}
