/** A file that was made here, for the reader and those they send it to. */

/** Give the reader a file. */
export function save(name: string, type: string, ...parts: BlobPart[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Whether the system's sheet sends files of a type; else they are saved. */
export function sends(type: string): boolean {
  return navigator.canShare?.({ files: [new File([], 'file', { type })] }) === true;
}

/** Send a file by the system's sheet, with a line of text, or save it where there is no such sheet. */
export async function sendFile(name: string, content: Blob, text: string): Promise<void> {
  if (!sends(content.type)) return save(name, content.type, content);
  const files = [new File([content], name, { type: content.type })];
  // a user who closes the sheet has changed their mind
  await navigator.share({ files, text }).catch(() => undefined);
}
