/** What the reader sends to others: links, and files that were made here. */

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

/** Show the system's sheet; a user who closes it has changed their mind. */
export async function offer(what: ShareData): Promise<void> {
  await navigator.share(what).catch(() => undefined);
}

/** Send a file by the system's sheet, with a line of text, or save it where there is no such sheet. */
export async function sendFile(name: string, content: Blob, text: string): Promise<void> {
  if (!sends(content.type)) return save(name, content.type, content);
  await offer({ files: [new File([content], name, { type: content.type })], text });
}
