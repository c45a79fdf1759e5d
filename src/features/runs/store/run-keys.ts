/**
 * What filters ask for, as one number, so that one narrow index serves every filter: rows of one kind, or of one series, lie
 * together in the order of the list. Spelt as the indexes `run_by_kind` and `run_by_series` are, and those by a word alone.
 */
export const kindKey = keyOf(['director', 'status', 'type', 'level', "coalesce(pool, '')"]);
export const seriesKey = keyOf([
  'director',
  'job',
  "coalesce(client, '')",
  ...['status', 'type', 'level', "coalesce(pool, '')"],
]);

/** Of all runs with one word in a column. Not the column itself: the planner would walk all runs for a word that it takes to be frequent. */
export function wordKey(director: string, word: string): string {
  return keyOf([director, word]);
}

function keyOf(columns: readonly string[]): string {
  return `hashtextextended(${columns.join(` || E'\\n' || `)}, 0)`;
}
