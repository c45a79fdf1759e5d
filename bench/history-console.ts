import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directorYaml } from '../test/harness/builders/director-yaml.js';
import { processPassword } from '../test/harness/fixtures/console-process.js';
import { BenchConsole } from './bench-console.js';
import { historyNames, makeJobHistory } from './generators/job-history.js';
import { type Target } from './http-caller.js';
import { type ListEndpoint, requestPath, type Samples } from './list-endpoints.js';
import { type Scratch } from './scratch.js';

/** So many clients and jobs of the history are configured in the Director: more than a page of a list. */
const configured = 60;
const files = 200;
const deepPages = 10;

export interface Question {
  readonly name: string;
  readonly target: Target;
}

/** A console whose embedded Director has a long history in its catalog, and one backup with files. */
export class HistoryConsole {
  private constructor(
    readonly console: BenchConsole,
    private readonly samples: Samples,
    private readonly cookie: string,
  ) {}

  static async start(scratch: Scratch, runs: number): Promise<HistoryConsole> {
    const database = `history_${runs}`;
    const history = await scratch.embeddedCatalog(database, (client) => makeJobHistory(client, runs));
    const [dataDir, source] = [join(scratch.folder, `console_${runs}`), join(scratch.folder, `source_${runs}`)];
    mkdirSync(dataDir);
    mkdirSync(source);
    for (let at = 0; at < files; at += 1) writeFileSync(join(source, `file-${at}.txt`), `The content of file ${at}.\n`);
    const names = Array.from({ length: configured }, (_, at) => historyNames(at + 1));
    const filesets = Object.fromEntries(names.map(({ job }) => [job, [source]]));
    const yaml = directorYaml(dataDir, filesets, names.map(({ client }) => client)); // prettier-ignore
    writeFileSync(join(dataDir, 'director.yaml'), yaml);
    const console = await BenchConsole.start(dataDir, { EMBEDDED_CATALOG_URL: scratch.url(database) });
    try {
      await console.waitForRuns('embedded', history.rows);
      const samples = await makeSamples(console, source);
      await console.waitForSearchIndex('embedded', 1);
      return new HistoryConsole(console, samples, await logIn(console));
    } catch (error) {
      await console.stop();
      throw error;
    }
  }

  /** The one that the others are compared with: reading a run by its id. */
  oneRun(): Target {
    return this.console.at(`/operations/runs/${this.samples['runs']}`);
  }

  /** The first page of each endpoint, and pages that read the history in another way; in the same sequence at every console. */
  async questions(endpoints: readonly ListEndpoint[]): Promise<readonly Question[]> {
    const ofEndpoints = endpoints.map((endpoint) => {
      const target = this.console.at(requestPath(endpoint, this.samples));
      const headers = endpoint.isSessionOnly ? { cookie: this.cookie } : target.headers;
      return { name: endpoint.name, target: { ...target, headers } };
    });
    const { client } = historyNames(1);
    const more: Readonly<Record<string, string>> = {
      listRuns_of_client: `/operations/runs?client=${client}`,
      listRuns_failed: '/operations/runs?status=error',
      listRuns_full: '/operations/runs?level=Full',
      listRuns_none: '/operations/runs?job=no-such-job',
      listRuns_deep: `/operations/runs?cursor=${await this.deepCursor()}`,
      getSummary_90_days: '/stats/summary?days=90',
      listClientStatistics_90_days: '/stats/clients?days=90',
      listJobStatistics_90_days: '/stats/jobs?days=90',
      listStorageStatistics_90_days: '/stats/storage?days=90',
    };
    return [...ofEndpoints, ...Object.entries(more).map(([name, path]) => ({ name, target: this.console.at(path) }))];
  }

  /** After ten pages of 500 runs, or the last page of a shorter history. */
  private async deepCursor(): Promise<string> {
    let deepest = '';
    for (let page = 0; page < deepPages; page += 1) {
      const at: string = deepest === '' ? '' : `&cursor=${deepest}`;
      type Page = { readonly nextCursor: string | null };
      const { nextCursor } = await this.console.get<Page>(`/operations/runs?limit=500${at}`);
      if (nextCursor === null) break;
      deepest = nextCursor;
    }
    return deepest;
  }
}

async function makeSamples({ app }: BenchConsole, source: string): Promise<Samples> {
  const { jobId, status } = await app.run('Full', historyNames(1).job);
  if (status !== 'completed') throw new Error(`The backup ended with the status ${status}: ${await app.log(jobId)}`);
  const volumes = await app.call<{ readonly items: readonly { readonly volume: string }[] }>(
    'GET',
    `/operations/runs/${jobId}/volumes`,
  );
  const volume = volumes.body.items[0]?.volume;
  if (volume === undefined) throw new Error(`Run ${jobId} has no volume: ${JSON.stringify(volumes.body)}`);
  const id = String(jobId);
  return {
    ...{ runs: id, jobids: id, client: 'local', volumes: volume, storages: 'Local' },
    ...{ q: 'file-1', path: join(source, 'file-1.txt') },
  };
}

/** Some lists are for users with a session only. */
async function logIn({ app }: BenchConsole): Promise<string> {
  const response = await fetch(`${app.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: processPassword }),
  });
  if (!response.ok) throw new Error(`The login returned ${response.status}: ${await response.text()}`);
  return response.headers.getSetCookie().map((text) => text.split(';')[0]).join('; '); // prettier-ignore
}
