import { type FileReader } from '../../../domain/file-reader.port.js';
import { type RetainedId, type VersionedRun, type Lineage, type NameIndex } from '../../../domain/file-search.js';
import { type Scope } from '../../../domain/principal.js';
import { cursorExpired } from './search-page.js';

/** Older runs of a client are not searched. */
const mostRuns = 10_000;
const lineagesAtOnce = 1_000;

interface ClientRuns {
  /** Newest data first. */
  readonly runs: readonly RetainedId[];
  readonly indexed: ReadonlySet<number>;
}

/** The data that a page needs of each client: its retained runs and segment sets, each read once. */
export class RetainedClients {
  private readonly runs = new Map<string, Promise<ClientRuns>>();
  private readonly lineages = new Map<string, Promise<readonly Lineage[]>>();

  constructor(
    private readonly index: NameIndex,
    private readonly director: string,
    private readonly files: FileReader,
    private readonly scope: Scope,
    private readonly asOf: number,
  ) {}

  lineagesOf(client: string): Promise<readonly Lineage[]> {
    return cached(this.lineages, client, () => this.allLineagesOf(client));
  }

  /** The runs of a segment set to search: known if an earlier segment set has them, own if this one has. */
  async runsBehind(client: string, segmentSet: number, before: Date | null): Promise<readonly VersionedRun[]> {
    const lineages = await this.lineagesOf(client);
    const at = lineages.findIndex(({ id }) => id === segmentSet);
    if (at === -1) throw cursorExpired();
    const known = new Set(lineages.slice(0, at).flatMap(({ jobIds }) => jobIds));
    const own = new Set(lineages[at]?.jobIds);
    const status = (jobId: number) => ({ isKnown: known.has(jobId), isOwn: own.has(jobId) });
    return versioned(await this.runsOf(client), before, status);
  }

  /** The same for a name of runs outside of all segment sets: known if any has it, or a run up to `after` outside of them. */
  async runsAfter(client: string, after: number, before: Date | null): Promise<readonly VersionedRun[]> {
    const found = await this.runsOf(client);
    return versioned(found, before, (jobId) => ({
      isKnown: found.indexed.has(jobId) || jobId <= after,
      isOwn: true,
    }));
  }

  /** If one was left out, its cursor would appear expired. */
  private async allLineagesOf(client: string): Promise<readonly Lineage[]> {
    const { index, director, asOf } = this;
    const lineages: Lineage[] = [];
    for (let isMore = true; isMore;) {
      const last = lineages.at(-1)?.id ?? null;
      const part = await index.listLineages(director, client, asOf, last, lineagesAtOnce);
      lineages.push(...part);
      isMore = part.length === lineagesAtOnce;
    }
    return lineages;
  }

  private runsOf(client: string): Promise<ClientRuns> {
    return cached(this.runs, client, async () => {
      const runs = await this.files.listNewestKeptIds(this.scope, client, mostRuns);
      const ids = runs.map(({ jobId }) => jobId);
      const lineages = await this.index.lineagesOf(this.director, ids, this.asOf);
      const sorted = [...runs].sort((a, b) => b.dataTime - a.dataTime || b.jobId - a.jobId);
      return { runs: sorted, indexed: new Set(lineages.flatMap(({ jobIds }) => jobIds)) };
    });
  }
}

function versioned(
  { runs }: ClientRuns,
  before: Date | null,
  status: (jobId: number) => Pick<VersionedRun, 'isKnown' | 'isOwn'>,
): readonly VersionedRun[] {
  const end = before === null ? Infinity : before.getTime() / 1000;
  return runs.map(({ jobId, dataTime }) => ({ jobId, counts: dataTime < end, ...status(jobId) }));
}

function cached<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}
