/** A cell that begins with one of these is run as a formula by spreadsheets. */
const formulaStart = /^[=+\-@\t\r]/;

/** One row as RFC 4180 has it, with its line break. Of null nothing is written; a number may begin with its sign. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''))).join()}\r\n`;
}

function csvCell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
