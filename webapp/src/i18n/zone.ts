/** The reader's time zone by its IANA name, for nights in which no clock runs; null where the browser tells none. */
export function ownZone(): string | null {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  // some browsers name an offset or nothing at all
  return zone !== undefined && /^[A-Za-z]/.test(zone) ? zone : null;
}
