/** Of so many entries of the browser's history the row is known that had the focus. */
const most = 50;
const rows = new Map<string, string>();

interface WithEntries {
  readonly navigation?: { readonly currentEntry: { readonly key: string } | null };
}

/** Of the list in this entry of the history. The router names only the entries that it makes; a browser that can names each. */
export function placeOf(list: string): string {
  const { __TSR_key: ofRouter } = (history.state ?? {}) as { readonly __TSR_key?: string };
  const entry = (globalThis as WithEntries).navigation?.currentEntry?.key ?? ofRouter ?? '';
  return `${entry} ${list}`;
}

/** This row of the list has the focus: whoever comes back to the list begins here. */
export function noteRow(list: string, key: string): void {
  const place = placeOf(list);
  rows.delete(place);
  rows.set(place, key);
  for (const old of [...rows.keys()].slice(0, Math.max(0, rows.size - most))) rows.delete(old);
}

/** The row that had the focus when this entry of the history was left; undefined at the first visit. */
export function leftRow(list: string): string | undefined {
  return rows.get(placeOf(list));
}

/** The list was taken away. Where the entry of the history is the same, nobody comes back to it: it is only read anew. */
export function leaveRows(list: string, place: string): void {
  if (placeOf(list) === place) rows.delete(place);
}
