import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { openPage, signInWith } from '../harness/browser/browser.js';
import { PageFixture } from '../harness/browser/page-fixture.js';
import { until } from '../harness/fixtures/until.js';
import { rowsInFull } from '../harness/fixtures/in-full.js';

const dayMs = 86_400_000;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
const yesterday = new Date(midnight - dayMs).toISOString().slice(0, 10);
/** On both sides of both ends of yesterday in UTC; in Kolkata and Los Angeles three of them lie on other days. */
const queuedAt = [midnight - dayMs - 60_000, midnight - dayMs + 60_000, midnight - 60_000, midnight + 1_000];

let fixture: PageFixture;

/** The run as if it had been taken at that moment: in the catalog, and in the record that was made of it. */
async function moved(jobId: number, at: number): Promise<void> {
  const [record, catalog] = [
    new Client({ connectionString: fixture.app.consoleDatabaseUrl }),
    new Client({ connectionString: fixture.app.catalogUrl }),
  ];
  await Promise.all([record.connect(), catalog.connect()]);
  const select = `SELECT extract(epoch FROM $2::timestamptz - queued_at)::float8 AS seconds FROM run WHERE job_id = $1 AND ended`;
  const seconds = await until(async () => {
    const { rows } = await record.query<{ seconds: number }>(select, [jobId, new Date(at)]);
    return rows[0]?.seconds ?? null;
  });
  const shift = `+ make_interval(secs => $2)`;
  await catalog.query(
    `UPDATE job SET schedtime = schedtime ${shift}, starttime = starttime ${shift}, endtime = endtime ${shift} WHERE jobid = $1`,
    [jobId, seconds],
  );
  await record.query(
    `UPDATE run SET queued_at = queued_at ${shift}, started_at = started_at ${shift}, ended_at = ended_at ${shift} WHERE job_id = $1`,
    [jobId, seconds],
  );
  await Promise.all([record.end(), catalog.end()]);
}

beforeAll(async () => {
  fixture = await PageFixture.start();
  for (const at of queuedAt) await moved(await fixture.runJob('Letters'), at);
});

afterAll(() => fixture.stop());

test.each(rowsInFull(['America/Los_Angeles'], ['UTC', 'Asia/Kolkata']))(
  'a day of the picture and the list that it opens count the same runs, seen from %s',
  async (timezoneId) => {
    const { page, faults } = await openPage(fixture.browser, fixture.app.url, { timezoneId });
    await page.goto('/');
    await signInWith(page);
    const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
    const square = page.getByRole('grid').getByRole('link', { name: `Letters, ${day.format(midnight - dayMs)}` });
    await square.waitFor();
    expect(await square.getAttribute('aria-label')).toMatch(/: 2 runs succeeded$/);
    await square.click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    await page.getByText(`From: ${chip(yesterday)}`).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

function chip(day: string): string {
  return new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  }).format(new Date(`${day}T00:00:00Z`));
}
