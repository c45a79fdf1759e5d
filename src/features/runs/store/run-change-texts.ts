/** Notices of one transaction to all processes on the database. */
export const changesChannel = 'run_changes';

/** PostgreSQL takes texts below 8000 bytes. */
const idsInText = 400;
/** So many at once are not told one by one: whoever shows runs reads them again. */
const mostTold = 2_000;

export interface ChangedRuns {
  readonly director: string;
  /** null: more than can be told. */
  readonly jobIds: readonly number[] | null;
}

export function changeTexts(director: string, jobIds: readonly number[]): string[] {
  if (jobIds.length > mostTold) return [changedText(director)];
  const texts: string[] = [];
  for (let from = 0; from < jobIds.length; from += idsInText) {
    texts.push(textOf({ director, jobIds: jobIds.slice(from, from + idsInText) }));
  }
  return texts;
}

export function changedText(director: string): string {
  return textOf({ director, jobIds: null });
}

function textOf(changes: ChangedRuns): string {
  return JSON.stringify(changes);
}

/** Only this program writes to the channel. */
export function changesOf(text: string): ChangedRuns {
  return JSON.parse(text) as ChangedRuns;
}
