import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { until } from '../harness/fixtures/until.js';

const dayMs = 86_400_000;
let app: TestConsole;
let caller: Caller;
let source: string;
const jobIds: number[] = [];

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'backup-console-media-'));
  writeFileSync(join(source, 'zeros'), Buffer.alloc(200_000));
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir)),
  });
  caller = await app.as('readonly');
  const operator = await app.as('operator');
  for (const level of ['Full', 'Full']) {
    const { jobId } = (await operator.post('/operations/jobs/run', { job: 'Source', level })).body as { jobId: number };
    jobIds.push(jobId);
    expect((await operator.get(`/operations/runs/${jobId}?wait=30`)).body).toMatchObject({ status: 'completed' });
  }
  await makeHistory();
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

const one = async (path: string): Promise<Record<string, unknown>> => {
  const items = itemsOf(await caller.get(path));
  expect(items).toHaveLength(1);
  return items[0] as Record<string, unknown>;
};

describe('storage media of the embedded Director', () => {
  test('its folder is a storage with one device, free space and no places of a changer', async () => {
    const storage = await one('/storage-media/storages');
    expect(storage).toMatchObject({
      storage: 'Local',
      director: 'embedded',
      mediaType: 'File',
      autochanger: false,
      answers: true,
      error: null,
      address: join(app.dataDir, 'volumes'),
      devices: 1,
    });
    expect(storage['totalBytes']).toBeGreaterThan(storage['freeBytes'] as number);
    expect(await one('/storage-media/devices?storage=Local&status=idle,writing')).toMatchObject({
      device: 'Local',
      storage: 'Local',
      status: 'idle',
      volume: null,
      drive: null,
      error: null,
      enabled: true,
    });
    expect(itemsOf(await caller.get('/storage-media/devices?status=blocked'))).toEqual([]);
    expect(itemsOf(await caller.get('/storage-media/storages/Local/slots'))).toEqual([]);
    expect((await caller.get('/storage-media/storages/Nowhere/slots')).status).toBe(404);
  });

  test('a folder that is gone says so in its own row, and its device is unknown', async () => {
    const folder = join(app.dataDir, 'volumes');
    renameSync(folder, `${folder}-away`);
    try {
      expect(await one('/storage-media/storages')).toMatchObject({ answers: false, freeBytes: null });
      expect(await one('/storage-media/devices')).toMatchObject({ status: 'unknown', error: expect.any(String) });
      expect(await one('/storage-media/pools?name=Default')).toMatchObject({ remainingBytes: null, limitedBy: null });
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });

  test('a volume tells what was written on it, until when it is kept, and which runs lie on it', async () => {
    const volume = await one('/storage-media/volumes?pool=Default&storage=Local&status=append&mediaType=File');
    expect(volume).toMatchObject({
      volume: 'Default-0001',
      director: 'embedded',
      status: 'Append',
      retentionSeconds: 60 * 86_400,
      jobs: 2,
      enabled: true,
      recycle: true,
      errors: 0,
      slot: null,
      maxBytes: 64 * 2 ** 20,
    });
    const written = Date.parse(volume['lastWrittenAt'] as string);
    expect(volume['expiresAt']).toBe(new Date(written + 60 * dayMs).toISOString());
    const links = volume['links'] as Record<string, string>;
    const followed = await Promise.all(Object.values(links).map((link) => caller.get(link.replace('/api/v1', ''))));
    expect(followed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const runs = itemsOf(followed[1]!) as { jobId: number; bytesOnVolume: number; bytes: number }[];
    expect(runs.map(({ jobId }) => jobId)).toEqual([...jobIds].reverse());
    expect(runs.every(({ bytesOnVolume }) => bytesOnVolume > 0)).toBe(true);
    const onIt = runs.reduce((sum, { bytesOnVolume }) => sum + bytesOnVolume, 0);
    expect(onIt).toBeLessThanOrEqual(volume['bytes'] as number);
  });

  test('a volume that did not change answers 304, and one that is not there 404', async () => {
    const { headers } = await caller.get('/storage-media/volumes/Default-0001');
    const again = await caller.get('/storage-media/volumes/Default-0001', { 'if-none-match': headers.get('etag')! });
    expect(again.status).toBe(304);
    expect((await caller.get('/storage-media/volumes/None')).status).toBe(404);
    expect((await caller.get('/storage-media/volumes/None/runs')).status).toBe(404);
  });

  test('a pool has its room, and no forecast before there are seven days of backups', async () => {
    const { freeBytes } = (await one('/storage-media/storages')) as { freeBytes: number };
    const pool = await one('/storage-media/pools?name=Default&director=*');
    const { remainingBytes, usedBytes } = pool as { remainingBytes: number; usedBytes: number };
    expect(pool).toMatchObject({
      pool: 'Default',
      volumes: 1,
      limitedBy: 'disk',
      maxVolumeBytes: 64 * 2 ** 20,
      storages: ['Local'],
      volumesByStatus: [{ status: 'Append', volumes: 1, bytes: usedBytes }],
      keep: null,
      forecast: { state: 'unknown', gap: 'too_few_days', expected: null, confidence: null },
    });
    expect(Math.abs(remainingBytes - freeBytes)).toBeLessThan(2 ** 32);
  });
});

test('a pool shows its keep rules', async () => {
  expect(await one('/storage-media/pools?name=Long')).toMatchObject({
    retentionSeconds: 7 * 86_400,
    keep: { last: null, daily: 14, weekly: null, monthly: null, yearly: 5 },
  });
});

describe('a pool with a history', () => {
  test('is told when it will be full, and health warns of it', async () => {
    const pool = await one('/storage-media/pools?name=Weekly');
    expect(pool).toMatchObject({
      volumes: 0,
      usedBytes: 0,
      limitedBy: 'disk',
      retentionSeconds: 90 * 86_400,
      forecast: { state: 'fills', gap: null, days: 20, confidence: 0.8, stddevBytesPerDay: 0 },
    });
    const { bytesPerDay, earliest, expected, latest } = pool['forecast'] as Record<string, unknown>;
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const days = Math.ceil((pool['remainingBytes'] as number) / (bytesPerDay as number));
    expect([earliest, expected, latest]).toEqual(new Array(3).fill(new Date(today + days * dayMs).toISOString()));
    const warning = await until(async () => {
      const { checks } = (await caller.get('/director/health')).body as { checks: { id: string }[] };
      return checks.find(({ id }) => id === 'pool.Weekly') ?? null;
    });
    expect(warning).toMatchObject({ status: 'warn', component: 'storage', unit: 'days' });
  });
});

/** Twenty days on each of which a third of the disk was written into a pool of its own. */
async function makeHistory(): Promise<void> {
  const { totalBytes } = (await one('/storage-media/storages')) as { totalBytes: number };
  const client = new Client({ connectionString: app.consoleDatabaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object('unique_name', 'old' || day, 'pool', 'Weekly',
         'job_id', -day, 'queued_at', now() - day * interval '1 day', 'bytes', $1::bigint))).*
       FROM run r, generate_series(1, 20) day WHERE r.job_id = $2`,
      [Math.floor(totalBytes / 3), jobIds[0]],
    );
  } finally {
    await client.end();
  }
}

function yamlOf(dataDir: string): string {
  const yaml = JSON.parse(directorYaml(dataDir, { Source: [source] })) as Record<string, object[]>;
  yaml['pools']?.push({ name: 'Weekly', volumeSize: '64 MiB', retention: '90 days' });
  yaml['pools']?.push({ name: 'Long', retention: '7 days', keep: { daily: 14, yearly: 5 } });
  return JSON.stringify(yaml);
}
