/** The height of the window in CSS pixels, read only when it changes: to read it lays out a page that is being made. */
let height = $state(innerHeight);

addEventListener('resize', () => {
  height = innerHeight;
});

export function screenHeight(): number {
  return height;
}
