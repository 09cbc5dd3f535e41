/** What is inside a drawing of the page, for a file that has no page around it. */
export function drawingOf(name: string): string {
  return document.getElementById(name)?.innerHTML ?? '';
}
