// Takes about a minute. A real Director waits 15 s for each daemon that is down.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { type Caller } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';
import { labDirectors, type LabConsole, startLabConsole } from './lab-console.js';
const limitMs = 120_000;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly message: string;
}

interface Health {
  readonly status: string;
  readonly stale: boolean;
  readonly summary: string;
  readonly checks: readonly Check[];
}

// Both versions go through each fixture side by side, because the Directors take long to find some of it.
await describeWithLab('health of real Directors', testedVersions, () => {
  let console: LabConsole;
  let admin: Caller;
  beforeAll(async () => {
    console = await startLabConsole();
    admin = await console.app.as('admin');
    // While nothing has a good backup the verdict is unknown, whatever else is found.
    for (const director of labDirectors) {
      const order = { director, job: 'BackupAlpha', level: 'Full' };
      const { jobId } = (await admin.post('/operations/jobs/run', order)).body as { jobId: number };
      await until(async () => {
        const { body } = await admin.get(`/operations/runs/${jobId}?wait=30&director=${director}`);
        return (body as { status: string }).status === 'completed';
      }, limitMs);
    }
  });
  afterAll(() => console.close());

  async function healthOf(director: string): Promise<Health> {
    const answer = await admin.get(`/director/health?director=${director}`);
    expect(answer.status).toBe(200);
    return answer.body;
  }
  const checkIn = ({ checks }: Health, id: string) => checks.find((check) => check.id === id);

  /** Asks until the check has this status, and answers the whole verdict. */
  const becomes = (director: string, id: string, statuses: readonly string[]): Promise<Health> =>
    until(async () => {
      const health = await healthOf(director);
      return statuses.includes(checkIn(health, id)?.status ?? '') && health;
    }, limitMs);
  const each = (fixture: (director: string, lab: Lab) => Promise<void>) =>
    Promise.all([...console.labs].map(([director, lab]) => fixture(director, lab)));

  /** All but the client that is never there. */
  const isWell = async (director: string): Promise<void> => {
    const ids = ['director.answers', 'catalog.answers', 'storage:File1', 'client:alpha-fd', 'client:beta-fd'];
    await until(async () => {
      const health = await healthOf(director);
      return ids.every((id) => checkIn(health, id)?.status === 'ok') && !health.stale;
    }, limitMs);
  };

  test('a client that is not there is a warning that names it; all others are well', async () => {
    await each(async (director) => {
      await isWell(director);
      const health = await becomes(director, 'client:gone-fd', ['warn']);
      expect(health.status).toBe('warn');
      expect(health.summary).toContain('gone-fd');
      expect(JSON.stringify(health)).not.toContain('====');
    });
  });

  test('a Director that was killed is critical at the next question, and heals', async () => {
    await each(async (director, lab) => {
      await lab.killDirector();
      const health = await becomes(director, 'director.answers', ['crit']);
      expect(health).toMatchObject({ status: 'crit', stale: true });
      expect(health.summary).toMatch(new RegExp(`Director ${director} has not answered`));
      expect(checkIn(health, 'catalog.answers')?.status).toBe('ok');
      await lab.startDirector();
      await isWell(director);
    });
  });

  test('a Director that hangs is told as not answering at the next question, and heals', async () => {
    await each(async (director, lab) => {
      lab.stopDirector();
      try {
        const health = await becomes(director, 'director.answers', ['warn', 'crit']);
        expect(health.stale).toBe(true);
        expect(checkIn(health, 'director.answers')?.message).toMatch(/has not answered for/);
      } finally {
        lab.continueDirector();
      }
      await isWell(director);
    });
  });

  test('a catalog that is down is critical and named, and heals; runs go on once Bacula was restarted', async () => {
    await each(async (director, lab) => {
      await lab.takeCatalogDown();
      const health = await becomes(director, 'catalog.answers', ['crit']);
      expect(health.status).toBe('crit');
      expect(checkIn(health, 'catalog.answers')?.message).toContain('catalog');
      await lab.bringCatalogUp();
      await isWell(director);
      // Bacula's own connections to the catalog stay broken until it is restarted.
      await lab.restartDirector();
      await isWell(director);
      await until(async () => {
        const answer = await admin.post('/operations/jobs/run', { director, job: 'AdminJob' });
        return answer.status === 202;
      }, limitMs);
    });
  });

  test('a storage and a client that were killed are told, each by its name, and heal', async () => {
    await each(async (director, lab) => {
      await Promise.all([lab.killStorage(), lab.killClient('beta-fd')]);
      const storage = await becomes(director, 'storage:File1', ['crit']);
      expect(storage.status).toBe('crit');
      expect(checkIn(storage, 'storage:File1')?.message).toBe('Storage File1 does not answer the Director.');
      const client = await becomes(director, 'client:beta-fd', ['warn']);
      expect(checkIn(client, 'client:beta-fd')?.message).toBe('Client beta-fd does not answer the Director.');
      expect(checkIn(client, 'client:alpha-fd')?.status).toBe('ok');
      await Promise.all([lab.startStorage(), lab.startClient('beta-fd')]);
      await isWell(director);
    });
  });

  test('what happens to one Director leaves the others as they were', async () => {
    const [sick = '', ...others] = labDirectors;
    await console.labs.get(sick)!.killDirector();
    await becomes(sick, 'director.answers', ['crit']);
    for (const well of ['embedded', ...others])
      expect(checkIn(await healthOf(well), 'director.answers')?.status).toBe('ok');
    expect((await healthOf('*')).status).toBe('crit');
    await console.labs.get(sick)!.startDirector();
  });
});
