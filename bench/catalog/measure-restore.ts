import { type Client } from 'pg';
import { fullScope } from '../../src/domain/principal.js';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { openPeer, pageOf, peerAsk, withHttp } from './asking.js';
import { using, type BenchFixture } from './bench-scene.js';
import { type AskedFile, type AskedFolder, filesOf, folderPath, foldersOf } from './folders.js';
import { bareosFiles, bareosFolders, bareosVersions } from './peer-statements.js';
import { chainLengths, chainOf, clientName } from './searches.js';
import { type Ask } from './timings.js';

const peerRounds = 3;
const pageRows = 100;

/** Folder pages, versions, points and plans. */
export async function measureRestore(fixture: BenchFixture): Promise<void> {
  await using(openPeer(fixture.scratch.url(fixture.databases.files)), async (peer) => {
    const folders = await foldersOf(peer, fixture.askedClients);
    for (const length of chainLengths) await measureFolders(fixture, peer, folders, length);
    await measureHugeFolder(fixture, peer, folders);
    await measureVersions(fixture, peer, await filesOf(peer, fixture.askedClients, 30));
  });
  await measurePoints(fixture);
}

async function measureFolders(
  fixture: BenchFixture,
  peer: Client,
  all: readonly AskedFolder[],
  length: number,
): Promise<void> {
  const part = `folder_of_${length}`;
  const asked = all
    .filter(({ isHuge }) => !isHuge)
    .map(({ client, path, pathId }) => ({ path, pathId, jobids: chainOf(client, length) }));
  const paths = asked.map(({ path, jobids }) => folderPath(path, jobids, pageRows));
  await withHttp(fixture.console, 'files', paths, (asks) =>
    fixture.timings.measure(part, [
      { who: 'http', asks, rounds: fixture.rounds },
      {
        who: 'database',
        asks: asked.map(({ path, jobids }) => folderAsk(fixture, path, jobids)),
        rounds: fixture.rounds,
      },
      {
        who: 'bareos',
        asks: asked.map(({ pathId, jobids }) =>
          peerAsk(peer, bareosFolders(jobids, pathId), bareosFiles(jobids, pathId)),
        ),
        rounds: peerRounds,
      },
    ]),
  );
  fixture.timings.faster(part, 'http', 'bareos');
  if (length === 30) fixture.timings.within(part, 'database', 'p95', 10);
  if (length === 30) fixture.timings.within(part, 'http', 'p95', 10);
}

function folderAsk({ catalog }: BenchFixture, path: string, jobids: readonly number[]): Ask {
  return async () => {
    const chain = await catalog.restore.resolveChain(fullScope, jobids);
    const slice = await catalog.restore.listFolder(fullScope, chain, RawPath.ofText(path), { limit: pageRows });
    return { rows: slice.items.length };
  };
}

/** Page one, and a page in the middle, of the folder with a fourteenth of all files. */
async function measureHugeFolder(fixture: BenchFixture, peer: Client, folders: readonly AskedFolder[]): Promise<void> {
  const huge = folders.find(({ isHuge }) => isHuge);
  if (!huge) return;
  const jobids = chainOf(huge.client, 30);
  const first = folderPath(huge.path, jobids, pageRows);
  const deep = await pageFarInto(fixture, folderPath(huge.path, jobids, 500));
  for (const [name, path] of [
    ['first', first],
    ['deep', `${first}${deep}`],
  ] as const) {
    await withHttp(fixture.console, 'files', [path], (asks) =>
      fixture.timings.measure(`huge_folder_${name}`, [
        { who: 'http', asks, rounds: fixture.rounds * 100, warmUps: fixture.rounds * 30 },
        {
          who: 'bareos',
          asks: [peerAsk(peer, bareosFolders(jobids, huge.pathId), bareosFiles(jobids, huge.pathId))],
          rounds: peerRounds,
        },
      ]),
    );
    fixture.timings.within(`huge_folder_${name}`, 'http', 'p95', 10);
  }
}

const farPages = 200;

/** The cursor after so many pages, or the last there is. */
async function pageFarInto({ console }: BenchFixture, path: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < farPages; page += 1) {
    const { nextCursor } = await pageOf(console, 'files', `${path}${cursor}`);
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  return cursor;
}

async function measureVersions(fixture: BenchFixture, peer: Client, files: readonly AskedFile[]): Promise<void> {
  const paths = files.map(
    ({ client, folder, name }) =>
      `/restore/bvfs/versions?client=${clientName(client)}&path=${encodeURIComponent(folder + name)}`,
  );
  await withHttp(fixture.console, 'files', paths, (asks) =>
    fixture.timings.measure('versions', [
      { who: 'http', asks, rounds: fixture.rounds },
      { who: 'database', asks: files.map((file) => versionsAsk(fixture, file)), rounds: fixture.rounds },
      {
        who: 'bareos',
        asks: files.map(({ client, pathId, name }) => peerAsk(peer, bareosVersions(clientName(client), pathId, name))),
        rounds: peerRounds,
      },
    ]),
  );
  fixture.timings.faster('versions', 'http', 'bareos');
  fixture.timings.within('versions', 'database', 'p95', 10);
  fixture.timings.within('versions', 'http', 'p95', 10);
}

function versionsAsk({ catalog }: BenchFixture, { client, folder, name }: AskedFile): Ask {
  return async () => {
    const path = RawPath.ofText(folder + name);
    return {
      rows: (await catalog.restore.listVersions(fullScope, clientName(client), path, { limit: 50 })).items.length,
    };
  };
}

async function measurePoints(fixture: BenchFixture): Promise<void> {
  const points = fixture.askedClients.map((client) => `/restore/points?client=${clientName(client)}&limit=50`);
  await withHttp(fixture.console, 'files', points, (asks) =>
    fixture.timings.measure('points', [{ who: 'http', asks, rounds: fixture.rounds }]),
  );
  const plans = fixture.askedClients.map(
    (client) => `/restore/plan?jobids=${chainOf(client, 7).join()}&path=${encodeURIComponent('/etc/')}`,
  );
  await withHttp(fixture.console, 'files', plans, (asks) =>
    fixture.timings.measure('plan_of_folder', [{ who: 'http', asks, rounds: 3 }]),
  );
}
