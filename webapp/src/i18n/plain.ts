/** A text as it is compared: without capitals and accents, which people leave out when they look for something. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
