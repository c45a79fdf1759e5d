import { expect, test } from '@jest/globals';
import { type Answer, type CallOptions, type Method } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** A Director that has run a job, and how it is asked. */
export interface VisitedDirector {
  readonly director: string;
  readonly job: string;
  readonly jobId: number;
  readonly client: string;
  readonly fileName: string;
  readonly call: (method: Method, path: string, options?: CallOptions) => Promise<Answer>;
}

/** The routes of statistics, acknowledgements and storage media, as far as they are the same on every kind of Director. */
export function declareMediaRoutes(fixture: () => VisitedDirector): void {
  const get = async <T = Listed>(path: string): Promise<T> => {
    const answer = await fixture().call('GET', path);
    if (answer.status !== 200) throw new Error(`GET ${path} → ${answer.status} ${answer.text}`);
    return answer.body;
  };

  test('statistics tell of the run', async () => {
    const { job, client } = fixture();
    const jobs = await until(async () => {
      const { items } = await get('/stats/jobs');
      return items.some((item) => item['job'] === job) && items;
    });
    expect(jobs.length).toBeGreaterThan(0);
    expect((await get('/stats/clients')).items).toContainEqual(expect.objectContaining({ client }));
    expect((await get('/stats/days')).items).toContainEqual(expect.objectContaining({ client }));
    expect((await get('/stats/jobs/days')).items).toContainEqual(expect.objectContaining({ job }));
    expect((await get('/stats/storage')).items.length).toBeGreaterThan(0);
    expect((await get('/stats/outliers')).items).toEqual(expect.any(Array));
    expect(await get<object>('/stats/summary')).toEqual(expect.any(Object));
  });

  test('a file is found without a chain', async () => {
    const { fileName, client } = fixture();
    const { items } = await get(`/restore/files?q=${encodeURIComponent(fileName)}&exact=true`);
    expect(items).toContainEqual(expect.objectContaining({ name: fileName, client }));
  });

  test('a client is acknowledged, and a run that ended well is not', async () => {
    const { call, client, jobId } = fixture();
    const ofClient = `/clients/${client}/acknowledgement`;
    expect((await call('PUT', ofClient, { body: { note: 'Being moved.' } })).status).toBe(200);
    expect((await call('DELETE', ofClient)).status).toBe(204);
    const ofRun = `/operations/runs/${jobId}/acknowledgement`;
    expect((await call('PUT', ofRun, { body: { note: 'Fine.' } })).status).toBe(409);
    expect((await call('DELETE', ofRun)).status).toBe(204);
  });

  test('storages, devices, pools and volumes are listed, and a volume is labelled, changed and kept from a hasty end', async () => {
    const { call, director, jobId } = fixture();
    const [pool, storage] = director === 'embedded' ? ['Default', 'Local'] : ['ManualPool', 'File2'];
    expect((await get('/storage-media/storages')).items).toContainEqual(expect.objectContaining({ storage }));
    expect((await get('/storage-media/devices')).items).toContainEqual(expect.objectContaining({ storage }));
    expect((await call('GET', `/storage-media/storages/${storage}/slots`)).status).toBeLessThan(500);
    expect((await get('/storage-media/pools')).items).toContainEqual(expect.objectContaining({ pool }));
    const volume = `Routes-${director}`;
    const label = await call('POST', '/storage-media/volumes', { body: { volume, pool, storage, director } });
    expect([label.status, label.text]).toEqual([201, expect.anything()]);
    expect((await get('/storage-media/volumes')).items).toContainEqual(expect.objectContaining({ volume, pool }));
    const changed = await call('PATCH', `/storage-media/volumes/${volume}`, { body: { status: 'Used' } });
    expect([changed.status, (await get<object>(`/storage-media/volumes/${volume}`)).valueOf()]).toEqual([
      200,
      expect.objectContaining({ status: 'Used' }),
    ]);
    expect((await get(`/storage-media/volumes/${volume}/runs`)).items).toEqual([]);
    const [written] = (await get(`/operations/runs/${jobId}/volumes`)).items;
    for (const verb of ['prune', 'purge']) {
      const hasty = await call('POST', `/storage-media/volumes/${String(written?.['volume'])}/${verb}`, { body: {} });
      expect(hasty).toMatchObject({ status: 409, body: { code: 'confirmation_required' } });
    }
  });

  test('what is mounted is told of, or that there is nothing to mount', async () => {
    const { call, director } = fixture();
    const isEmbedded = director === 'embedded';
    for (const verb of ['mount', 'unmount', 'release']) {
      const path = `/storage-media/devices/${isEmbedded ? 'Local' : 'File2'}/${verb}`;
      const answer = await call('POST', path, { body: { director } });
      expect([verb, answer.status]).toEqual([verb, isEmbedded ? 422 : 200]);
    }
  });

  test('what is final waits to be confirmed, and what a Director cannot do is refused by name', async () => {
    const { call, director, jobId, client } = fixture();
    const [written] = (await get(`/operations/runs/${jobId}/volumes`)).items;
    const volume = `/storage-media/volumes/${String(written?.['volume'])}`;
    const hasty = [
      await call('POST', `${volume}/delete`, { body: {} }),
      await call('POST', `${volume}/truncate`, { body: {} }),
      await call('POST', `${volume}/relabel`, { body: { newName: 'Routes-new' } }),
      await call('POST', `/operations/runs/${jobId}/delete`, { body: {} }),
    ];
    for (const { status, text } of hasty) expect([409, 422, text]).toContain(status);
    const storage = '/storage-media/storages/NoSuch';
    const nowhere = [
      await call('POST', `${storage}/label-barcodes`, { body: { pool: 'Default' } }),
      await call('POST', `${storage}/update-slots`, { body: {} }),
      await call('POST', `${storage}/import`, { body: {} }),
      await call('POST', `${storage}/export`, { body: { slots: [1] } }),
      await call('PATCH', '/operations/schedules/NoSuch', { body: { enabled: true } }),
    ];
    for (const { status, text } of nowhere) expect([404, 422, text]).toContain(status);
    expect((await get('/operations/schedules')).items).toEqual(expect.any(Array));
    const enabled = await call('PATCH', `/clients/${client}`, { body: { enabled: true } });
    expect([enabled.status, enabled.text]).toEqual([director === 'embedded' ? 422 : 200, expect.anything()]);
    const body = { director, jobids: [jobId], relocation: { addPrefix: '/restored' } };
    const preview = await call('POST', '/restore/relocation-preview', { body });
    expect([preview.status, preview.text]).toEqual([200, expect.anything()]);
  });
}
