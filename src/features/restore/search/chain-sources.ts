import { type Lineage } from '../../../domain/name-index.port.js';

/** A lineage that runs of the chain stand in. */
export interface LineageSource {
  readonly lineage: number;
  readonly client: string;
  /** Runs of the chain in lineages before this one: what they have a record of was found there. */
  readonly known: readonly number[];
  /**
   * Its own runs of the chain, where the client has others: of what only its runs outside of the chain have a record of, or those
   * whose records are gone, the others tell. null: there are no others.
   */
  readonly own: readonly number[] | null;
}

export interface ChainSources {
  /** In the order in which they are read. */
  readonly lineages: readonly LineageSource[];
  /** Runs of the chain in no lineage, which are read last and from the catalog. */
  readonly unindexed: readonly number[];
  readonly indexed: readonly number[];
}

/** Where the names of a chain stand. `lineages` are as of one moment, so that the parts are the same for each page of an answer. */
export function sourcesOf(jobids: readonly number[], lineages: readonly Lineage[]): ChainSources {
  const ofChain = new Set(jobids);
  const indexed = new Set<number>();
  const knownOf = new Map<string, number[]>();
  const sources: (Omit<LineageSource, 'own'> & { readonly runs: readonly number[] })[] = [];
  for (const { id, client, jobIds } of lineages) {
    const runs = jobIds.filter((jobId) => ofChain.has(jobId));
    if (runs.length === 0) continue;
    const known = knownOf.get(client) ?? [];
    sources.push({ lineage: id, client, known, runs });
    knownOf.set(client, [...known, ...runs]);
    for (const jobId of runs) indexed.add(jobId);
  }
  const unindexed = jobids.filter((jobId) => !indexed.has(jobId));
  const isAlone = (client: string) =>
    unindexed.length === 0 && sources.filter((source) => source.client === client).length === 1;
  const withOwn = sources.map(({ runs, ...source }) => ({ ...source, own: isAlone(source.client) ? null : runs }));
  return { lineages: withOwn, unindexed, indexed: [...indexed] };
}
