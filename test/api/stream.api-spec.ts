import { beforeAll, describe, expect, test } from '@jest/globals';
import { RunChanges } from '../../src/features/runs/store/run-changes.service.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const { one, two } = fake;
  one.records.runs.push(makeRun({ jobId: 1 }));
  two.records.runs.push(makeRun({ jobId: 1, director: 'two' }));
});

describe('GET /operations/stream', () => {
  const open = async (headers: Record<string, string> = {}, query = '') => {
    const abort = new AbortController();
    const url = `${fake.app.url}/api/v1/operations/stream${query}`;
    const sent = { cookie: fake.readonly.cookie, ...headers };
    const response = await fetch(url, { headers: sent, signal: abort.signal });
    const heard = { text: '' };
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk as Uint8Array).toString();
    })().catch(() => undefined);
    return { response, heard, reading, close: () => abort.abort() };
  };
  const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.+)$/gm)].map((match) => match[1] ?? '');

  test('sends changed runs, and after a cut what was missed', async () => {
    const first = await open();
    expect(first.response.headers.get('content-type')).toContain('text/event-stream');
    expect(first.response.headers.get('cache-control')).toContain('no-transform');
    fake.one.change(1, { files: 13 });
    fake.two.change(1, { files: 14 });
    await until(() => first.heard.text.includes('"files":13'));
    expect(first.heard.text).toContain('event: run');
    expect(first.heard.text).not.toContain('"files":14');
    first.close();
    await first.reading;
    const last = idsIn(first.heard.text).at(-1) ?? '';
    fake.one.change(1, { files: 15 });
    const again = await open({ 'last-event-id': last });
    await until(() => again.heard.text.includes('"files":15'));
    expect(again.heard.text).not.toContain('"files":13');
    again.close();
    await again.reading;
  });

  test('says reset where it no longer knows what was missed', async () => {
    const stream = await open({ 'last-event-id': 'of-another-start-7' });
    await until(() => stream.heard.text.includes('event: reset'));
    stream.close();
    await stream.reading;
  });

  test('refuses a sixth stream of one caller, and lets one in when another has left', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await open();
    expect([sixth.response.status, sixth.response.headers.get('retry-after')]).toEqual([429, '5']);
    await sixth.reading;
    streams[0]?.close();
    await until(async () => {
      const next = await open();
      next.close();
      await next.reading;
      return next.response.status === 200;
    });
    for (const stream of streams) stream.close();
    await Promise.all(streams.map(({ reading }) => reading));
  });

  test('says bye after the end of the session', async () => {
    const stream = await open();
    await fake.readonly.post('/auth/logout');
    await stream.reading;
    expect(stream.heard.text).toMatch(/event: bye\ndata: \{"reason":"The session or token has ended."\}\n\n$/);
  });

  test('answers HEAD with the head alone', async () => {
    const url = `${fake.app.url}/api/v1/operations/stream`;
    const response = await fetch(url, { method: 'HEAD', headers: { cookie: fake.operator.cookie } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  test('ends with the console, as waits do: none of them holds up its stop', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 2, status: 'running', statusCode: 'R', endedAt: null }));
    const stream = await open({ cookie: fake.operator.cookie });
    const listening = fake.app.get(RunChanges).listenerCount;
    const waiting = fake.operator.get('/operations/runs/2?wait=60');
    await until(() => fake.app.get(RunChanges).listenerCount > listening);
    const startedAt = performance.now();
    await fake.app.stop();
    // The wait alone would have lasted longer.
    expect(performance.now() - startedAt).toBeLessThan(55_000);
    await stream.reading;
    expect(stream.heard.text).toContain('event: bye\ndata: {"reason":"The console is stopping."}');
    expect((await waiting).body).toMatchObject({ jobId: 2, status: 'running' });
  });
});
