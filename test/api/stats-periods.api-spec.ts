import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

/** The clock of the fixture stands at 20 November 2026, 21:00 UTC. */
const at = (text: string): Date => new Date(`2026-11-${text}Z`);

/** Three days; the period before it are the three before. */
const period = 'since=2026-11-10T00:00:00Z&until=2026-11-13T00:00:00Z';
/** Runs on both sides of each edge. The bytes of each are a bit of their own, so that a sum says which runs are in it. */
const [long, before, within] = [6_000, 600, 60];
const edges: readonly (readonly [jobId: number, queuedAt: string, bytes: number, seconds: number])[] = [
  [1, '06T23:59:59', 1, long],
  [2, '07T00:00:00', 2, before],
  [3, '09T23:59:59', 4, before],
  [4, '10T00:00:00', 8, within],
  [5, '12T23:59:59', 16, within],
  [6, '13T00:00:00', 32, long],
];
const [bytesNow, bytesBefore] = [8 + 16, 2 + 4];

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const ended = (jobId: number, queuedAt: Date, bytes: number, seconds: number, more: object = {}) => {
    const endedAt = new Date(queuedAt.getTime() + seconds * 1000);
    return makeRun({ jobId, bytes, queuedAt, scheduledAt: queuedAt, startedAt: queuedAt, endedAt, ...more });
  };
  fake.one.records.runs.push(
    ...edges.map(([jobId, time, bytes, seconds]) => ended(jobId, at(time), bytes, seconds)),
    // Requested before all of it for a time on an edge: for the calendar alone that is where they stand.
    ended(7, at('05T10:00:00'), 64, long, { scheduledAt: at('10T00:00:00') }),
    ended(8, at('05T11:00:00'), 128, long, { scheduledAt: at('13T00:00:00') }),
    ended(9, at('13T23:59:59'), 256, long),
    ended(10, at('14T00:00:00'), 512, long),
    ended(11, at('20T20:00:00'), 1024, within),
    ended(12, at('13T23:59:59'), 2048, long, { client: 'outsider' }),
  );
});
afterAll(() => fake.app.stop());

async function read<Body>(path: string): Promise<Body> {
  const answer = await fake.readonly.get(path);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as Body;
}

interface Sums {
  readonly bytes: number;
  readonly bytesBefore: number;
}

interface List {
  readonly items: readonly (Sums & { readonly days?: readonly Sums[] })[];
  readonly series?: readonly Sums[];
}

const total = (points: readonly Sums[] = []): number => points.reduce((sum, { bytes }) => sum + bytes, 0);

describe('a period has its first moment and not that of its end', () => {
  test.each(['', '&director=*', '&type=Backup,Restore'])(
    'in the summary%s, and in that of the period before',
    async (more) => {
      interface Span {
        readonly bytes: number;
        readonly durations: { readonly medianSeconds: number; readonly p95Seconds: number };
      }
      const now = await read<Span & { readonly before: Span }>(`/stats/summary?${period}${more}`);
      expect([now.bytes, now.before.bytes]).toEqual([bytesNow, bytesBefore]);
      // A run of another length is another order of magnitude.
      const magnitudes = [now, now.before].map(({ durations: { medianSeconds, p95Seconds } }) =>
        [medianSeconds, p95Seconds].map((seconds) => Math.floor(Math.log10(seconds))),
      );
      expect(magnitudes).toEqual([
        [1, 1],
        [2, 2],
      ]);
    },
  );

  test.each([
    'jobs',
    'jobs?job=BackupHome',
    'jobs?type=Backup,Restore',
    'jobs?director=*',
    'clients',
    'clients?client=laptop',
    'clients?sort=files',
    'clients?sort=failures',
    'clients?sort=growth',
    'storage',
    'storage?pool=Default',
  ])('in %s, in sums, in their comparison and on each day', async (path) => {
    const { items, series } = await read<List>(`/stats/${path}${path.includes('?') ? '&' : '?'}${period}&count=true`);
    expect(items.map((item) => [item.bytes, item.bytesBefore])).toEqual([[bytesNow, bytesBefore]]);
    for (const points of [series, items[0]?.days]) if (points) expect(total(points)).toBe(bytesNow);
  });

  test.each(['jobs', 'clients', 'storage'])('in the number of %s', async (list) => {
    const count = async (since: string, until: string): Promise<unknown> => {
      const days = `since=2026-11-${since}T00:00:00Z&until=2026-11-${until}T00:00:00Z`;
      return (await read<{ readonly total: unknown }>(`/stats/${list}?${days}&count=true`)).total;
    };
    // The days from the 15th to the 19th are without a run: so are these two, and the two before them.
    expect(await count('18', '20')).toEqual({ value: 0, exact: true });
    expect(await count('18', '21')).toEqual({ value: 1, exact: true });
  });

  test('in the days of clients', async () => {
    interface Days {
      readonly items: readonly { readonly client: string; readonly days: readonly { readonly runs: number }[] }[];
      readonly total: unknown;
    }
    const { items, total: counted } = await read<Days>('/stats/days?days=7&count=true');
    expect(items.map(({ client, days }) => [client, days.map(({ runs }) => runs)])).toEqual([
      ['laptop', [1, 0, 0, 0, 0, 0, 1]],
    ]);
    expect(counted).toEqual({ value: 1, exact: true });
  });

  test.each(['/operations/calendar?', '/operations/calendar?job=BackupHome&'])('in %s', async (path) => {
    const { items } = await read<{ readonly items: readonly { readonly run: { readonly jobId: number } }[] }>(
      `${path}${period}`,
    );
    expect(items.map(({ run }) => run.jobId)).toEqual([4, 7, 5]);
  });

  test('in the list of runs', async () => {
    const { items } = await read<{ readonly items: readonly { readonly jobId: number }[] }>(
      `/operations/runs?${period}`,
    );
    expect(items.map(({ jobId }) => jobId)).toEqual([5, 4]);
  });
});
