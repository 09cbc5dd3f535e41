/** Give the reader a file that was made here. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What is inside a drawing of the page, for a file that has no page around it. */
export function drawingOf(name: string): string {
  return document.getElementById(name)?.innerHTML ?? '';
}
