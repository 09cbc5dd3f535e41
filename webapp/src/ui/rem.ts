/** The pixels of a measure in rem: the reader's own text size says how many. */
export function rem(count: number): number {
  return count * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
