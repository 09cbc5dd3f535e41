/** A sheet's cells as a CSV file has them. */

/**
 * A text that no spreadsheet takes for a formula: what begins like one gets an apostrophe, as OWASP advises. The server has
 * the same in `spreadsheets.py`; `tests/golden/cells.json` holds them together.
 */
export function plain(cell: string): string {
  const lookedAt = cell.normalize('NFKC').replace(/^[\p{Z}\p{C}]+/u, '');
  const isNumber = /^-?\p{Nd}+$/u.test(lookedAt);
  return /^[=+\-@]/.test(lookedAt) && !isNumber ? `'${cell}` : cell;
}

export function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
