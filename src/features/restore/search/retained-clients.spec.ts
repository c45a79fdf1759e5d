import { expect, test } from '@jest/globals';
import { type FileReader } from '../../../domain/file-reader.port.js';
import { type RetainedId, type Lineage, type NameIndex } from '../../../domain/file-search.js';
import { fullScope } from '../../../domain/principal.js';
import { RetainedClients } from './retained-clients.js';

const newestFirst = Array.from({ length: 2_500 }, (_, back): Lineage => {
  return { id: 2_500 - back, client: 'ada', fileset: 'Home', jobIds: [2_500 - back] };
});
const index = {
  listLineages: (_director: string, _client: string, _asOf: number, after: number | null, limit: number) => {
    const from = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    return Promise.resolve(newestFirst.slice(from, from + limit));
  },
  lineagesOf: () => Promise.resolve([]),
} as unknown as NameIndex;

/** A client with more runs than are searched. */
const files = {
  listNewestKeptIds: (_scope: unknown, client: string, limit: number) =>
    Promise.resolve(
      Array.from({ length: limit }, (_, back): RetainedId => {
        return { jobId: 12_000 - back, client, dataTime: 12_000 - back };
      }),
    ),
} as unknown as FileReader;

const clients = (): RetainedClients => new RetainedClients(index, 'one', files, fullScope, 7);

test('searches the newest runs of a client with very many, newest data first', async () => {
  const runs = await clients().runsAfter('ada', 0, null);
  expect([runs.length, runs[0]?.jobId, runs.at(-1)?.jobId]).toEqual([10_000, 12_000, 2_001]);
});

test('knows the oldest segment set of a client with very many, and the runs before it', async () => {
  const runs = await clients().runsBehind('ada', 1, null);
  expect(runs.find(({ jobId }) => jobId === 2_500)?.isKnown).toBe(true);
  expect(runs.find(({ jobId }) => jobId === 2_501)?.isKnown).toBe(false);
});
