/** An evening's result as a picture: the winners, everyone's totals, a few tiles. In the page's own colours and letters. */

export interface Result {
  readonly winners: string;
  /** Place, name, games won, points. */
  readonly lines: readonly (readonly [string, string, string, string])[];
  /** What was played, and when. */
  readonly foot: string;
  /** The names, then what each got in every game, where they belong to the picture; the first column numbers the games. */
  readonly games?: readonly (readonly string[])[];
}

const WIDE = 1080;
const EDGE = 60;
const TOP = 330;
const ROW = 92;
const FOOT = 120;
const LINE = 54;
const LETTERS = "'Figtree Variable', system-ui, sans-serif";
const TILES = [
  ['9', 'blue'],
  ['10', 'blue'],
  ['11', 'blue'],
  ['12', 'blue'],
  ['13', 'blue'],
] as const;

/** Draw it. The canvas must be in the page, whose colours it asks for. */
export function draw(canvas: HTMLCanvasElement, { winners, lines, foot, games = [] }: Result): void {
  const below = TOP + ROW * lines.length + 48;
  const height = below - 48 + FOOT + (games.length > 0 ? LINE * games.length + 60 : 0);
  canvas.width = WIDE;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const ink = (token: string): string => {
    canvas.style.color = `var(--${token})`;
    return getComputedStyle(canvas).color;
  };
  const box = (token: string, x: number, y: number, width: number, high: number, round: number): void => {
    pen.fillStyle = ink(token);
    pen.beginPath();
    pen.roundRect(x, y, width, high, round);
    pen.fill();
  };
  const write = (text: string, token: string, size: number, x: number, y: number, room: number): void => {
    pen.fillStyle = ink(token);
    pen.font = `${size > 40 ? 750 : 600} ${size}px ${LETTERS}`;
    pen.fillText(text, x, y, room);
  };
  const table = (rows: readonly (readonly string[])[]): void => {
    box('paper', EDGE, below, WIDE - 2 * EDGE, LINE * rows.length + 24, 28);
    const column = (WIDE - 2 * EDGE - 110) / Math.max(1, (rows[0]?.length ?? 1) - 1);
    pen.textAlign = 'right';
    for (const [at, row] of rows.entries()) {
      for (const [place, cell] of row.entries()) {
        const right = place === 0 ? EDGE + 80 : EDGE + 90 + column * place;
        const token = at === 0 || place === 0 ? 'paper-muted' : 'paper-text';
        write(cell, token, 32, right, below + 12 + LINE * (at + 0.5), place === 0 ? 60 : column - 16);
      }
    }
    pen.textAlign = 'center';
  };
  box('felt', 0, 0, WIDE, height, 0);
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  for (const [at, [number, colour]] of TILES.entries()) {
    const x = WIDE / 2 - 190 + 76 * at;
    box('face-edge', x, 46, 70, 98, 12);
    box('face', x, 42, 70, 96, 12);
    box(`band-${colour}`, x + 12, 112, 46, 12, 6);
    write(number, `ink-${colour}`, 42, x + 35, 80, 60);
  }
  write('Tilerummy', 'face', 30, WIDE / 2, 184, WIDE);
  write(winners, 'face', 60, WIDE / 2, 252, WIDE - 2 * EDGE);
  box('paper', EDGE, TOP - 18, WIDE - 2 * EDGE, ROW * lines.length + 36, 28);
  for (const [at, [place, name, won, points]] of lines.entries()) {
    const y = TOP + ROW * (at + 0.5);
    const token = place === '1' ? 'paper-accent' : 'paper-text';
    write(place, token, 44, EDGE + 60, y, 60);
    pen.textAlign = 'left';
    write(name, token, 44, EDGE + 120, y, 430);
    pen.textAlign = 'right';
    write(won, 'paper-muted', 34, WIDE - EDGE - 220, y, 180);
    write(points, token, 44, WIDE - EDGE - 40, y, 170);
    pen.textAlign = 'center';
  }
  if (games.length > 0) table(games);
  write(foot, 'face', 34, WIDE / 2, height - FOOT / 2 + 10, WIDE - 2 * EDGE);
}
