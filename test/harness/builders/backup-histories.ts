import fc from 'fast-check';
import { type CatalogMaker } from './catalog-builder.js';

/** Random histories of backups, and what is live after them by a model that looks at all records. */
export interface Change {
  readonly path: string;
  readonly isDeleted: boolean;
}

export interface Round {
  readonly client: string;
  readonly changes: readonly Change[];
}

const names = ['a', 'b', 'a b', 'A', 'ä', 'Ä', '%', '_', '\\', 'x\ny', '0', '~'];
export const searchedTexts = ['a', 'ä', 'A B', '%', '_', '\\', '*', '?', 'x?y', '*b', 'b*', 'zz', '\n'];

const change: fc.Arbitrary<Change> = fc
  .record({
    folders: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
    name: fc.option(fc.constantFrom(...names), { nil: '' }),
    isDeleted: fc.boolean(),
  })
  .map(({ folders, name, isDeleted }) => ({
    path: `/${folders.map((folder) => `${folder}/`).join('')}${name}`,
    isDeleted,
  }));

export const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    client: fc.constantFrom('ada', 'ada', 'ada', 'bob'),
    changes: fc.uniqueArray(change, { maxLength: 12, selector: ({ path }) => path }),
  }),
  { minLength: 1, maxLength: 5 },
);

/** `client path` → the run of the newest version, for all that lives. */
export function liveOf(history: readonly Round[], jobids: readonly number[]): Map<string, number> {
  const live = new Map<string, number>();
  history.forEach((round, index) => {
    for (const { path, isDeleted } of round.changes) {
      if (isDeleted) live.delete(`${round.client} ${path}`);
      else live.set(`${round.client} ${path}`, jobids[index] ?? 0);
    }
  });
  return live;
}

const ownName = (path: string) => path.replace(/\/$/, '').replace(/^.*\//s, '');

/** By hand and slowly: character by character, with JavaScript's own folding of the few letters used here. */
function isMatch(pattern: string, name: string): boolean {
  if (!/[*?]/.test(pattern)) return name.toLowerCase().includes(pattern.toLowerCase());
  const matchFrom = (p: string[], n: string[]): boolean => {
    const [head, ...rest] = p;
    if (head === undefined) return n.length === 0;
    if (head === '*') return matchFrom(rest, n) || (n.length > 0 && matchFrom(p, n.slice(1)));
    return (
      n[0] !== undefined && (head === '?' || head.toLowerCase() === n[0].toLowerCase()) && matchFrom(rest, n.slice(1))
    );
  };
  return matchFrom(Array.from(pattern), Array.from(name));
}

/** `client path` as the pattern finds it. */
export function isFound(pattern: string, key: string): boolean {
  return isMatch(pattern, ownName(key.slice(4)));
}

export function searchModel(live: ReadonlyMap<string, number>, pattern: string): string[] {
  return [...live].filter(([key]) => isFound(pattern, key)).map(([key, jobId]) => `${key} ${jobId}`);
}

/** Writes the history in place of whatever was there. */
export async function recordHistory(maker: CatalogMaker, history: readonly Round[]): Promise<number[]> {
  await maker.client.query('TRUNCATE job, file, path, pathhierarchy, pathvisibility RESTART IDENTITY');
  const jobids: number[] = [];
  for (const { client, changes } of history) {
    const jobId = await maker.makeRun({ client, level: 'I' });
    await maker.recordFiles(jobId, changes);
    jobids.push(jobId);
  }
  return jobids;
}
