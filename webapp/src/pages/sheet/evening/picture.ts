/** An evening's result as a picture: the winners, everyone's totals, a few tiles. In the page's own colours and letters. */

export interface Result {
  readonly winners: string;
  /** Place, name, games won, points. */
  readonly lines: readonly (readonly [string, string, string, string])[];
  /** What was played, and when. */
  readonly foot: string;
}

const WIDE = 1080;
const EDGE = 60;
const TOP = 330;
const ROW = 92;
const FOOT = 120;
const LETTERS = "'Figtree Variable', system-ui, sans-serif";
const TILES = [
  ['9', 'blue'],
  ['10', 'blue'],
  ['11', 'blue'],
  ['12', 'blue'],
  ['13', 'blue'],
] as const;

/** Draw it. The canvas must be in the page, whose colours it asks for. */
export function draw(canvas: HTMLCanvasElement, { winners, lines, foot }: Result): void {
  const height = TOP + ROW * lines.length + FOOT;
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
  write(foot, 'face', 34, WIDE / 2, height - FOOT / 2 + 10, WIDE - 2 * EDGE);
}
