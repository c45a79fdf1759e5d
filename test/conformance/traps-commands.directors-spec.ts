import { beforeAll, describe, expect, test } from '@jest/globals';
import { baculaMode } from '../../src/directors/bacula/bacula-mode.js';
import { RunCommands } from '../../src/directors/bacula/run-commands.js';
import { DirectorConsole, type Send } from '../../src/directors/console/director-console.js';
import { queuedJobId } from '../../src/directors/console/replies.js';
import { Reply } from '../../src/directors/protocol/reply.js';
import { type Welcome } from '../../src/directors/protocol/handshake.js';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type AppError } from '../../src/domain/error-codes.js';
import { fullScope } from '../../src/domain/principal.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { until } from '../harness/fixtures/until.js';
import { labFixture, newestRun, orderOf, refusalOf } from './lab-fixture.js';
import { settingsOf } from './lab-subject.js';

/** The Director's lists as they were before a name was taken out of its configuration. */
class OutdatedConsole extends DirectorConsole {
  constructor(
    private readonly lab: Lab,
    private readonly gone: Readonly<Record<string, string>>,
  ) {
    super(settingsOf(lab), baculaMode);
  }

  override converse<T>(options: object, work: (say: Send, welcome: Welcome) => Promise<T>): Promise<T> {
    return super.converse(options, (say, welcome) => {
      const outdated: Send = async (command) => {
        const reply = await say(command);
        const name = this.gone[command];
        if (name === undefined) return reply;
        const item = { kind: 'text' as const, bytes: Buffer.from(`\n${name}\n`) };
        return new Reply([...reply.items, item], reply.verdict, reply.began, reply.prompted, reply.messagesPending);
      };
      return work(outdated, welcome);
    });
  }
}

await describeWithLab('traps of commands', testedVersions, () => {
  const fixture = labFixture();
  describe.each(testedVersions)('Bacula %s', (version) => {
    let lab: Lab;
    let connected: ConnectedDirector;
    let raw: DirectorConsole;

    beforeAll(async () => {
      // A zone with another time than the machine's: nothing may rest on the two being alike.
      lab = await fixture.lab({ version, timezone: 'Asia/Kolkata' });
      connected = fixture.connect(lab);
      raw = fixture.keep(new DirectorConsole(settingsOf(lab), baculaMode));
    });

    const cancel = (jobId: number) => connected.director.cancelRun(fullScope, jobId).catch(() => undefined);
    const later = { when: new Date(Date.now() + 3_600_000) };
    const waits = 'when="2099-01-01 10:00:00"';

    test('an unknown client, asked for on the wire, runs the job with its own client: the Director cannot be trusted with it', async () => {
      const reply = await raw.ask(`run job=BackupAlpha client=NOSUCH level=Full ${waits} yes`);
      const jobId = queuedJobId(reply);
      expect(reply).toMatchObject({ prompted: true, verdict: 'ok' });
      expect((await newestRun(connected))?.jobId).toBe(jobId);
      await cancel(jobId!);
    });

    test.each([
      ['client', 'unknown_client'],
      ['storage', 'unknown_storage'],
      ['fileset', 'unknown_fileset'],
      ['pool', 'unknown_pool'],
    ])('an unknown %s never reaches the Director', async (kind, code) => {
      const before = await connected.catalog.runs.newestJobId(fullScope);
      const order = orderOf('BackupAlpha', { ...later, [kind]: 'NOSUCH' });
      expect(await refusalOf(connected.director.startRun(fullScope, order))).toMatchObject({ code });
      expect(await connected.catalog.runs.newestJobId(fullScope)).toBe(before);
    });

    test.each([
      ['client', '.clients'],
      ['storage', '.storage'],
      ['pool', '.pools'],
      ['fileset', '.filesets'],
    ])(
      'a %s that vanished after it was looked up runs nothing: what was queued instead is cancelled',
      async (kind, list) => {
        const orders = new RunCommands(
          fixture.keep(new OutdatedConsole(lab, { [list]: 'VANISHED' })),
          connected.catalog.runs,
        );
        const order = orderOf('BackupAlpha', { [kind]: 'VANISHED' });
        expect(await refusalOf(orders.start(order))).toMatchObject({ code: 'director_error' });
        const queued = await connected.director.findRunByTag(fullScope, order.mark);
        if (queued === null) return;
        await until(async () => (await connected.catalog.runs.findRun(fullScope, queued.jobId))?.status === 'canceled');
      },
    );

    test('after a question that came unasked the connection is in step again', async () => {
      const answers = await raw.converse({}, async (say) => {
        const asked = await say('run job=NoSuch level=Full yes');
        return { asked, jobs: await say('.jobs') };
      });
      expect(answers.asked.prompted).toBe(true);
      expect(queuedJobId(answers.asked)).toBeNull();
      expect(answers.jobs.prompted).toBe(false);
      expect(answers.jobs.text).toMatch(/^BackupAlpha$/m);
    });

    test('a run without `yes` asks for consent, which is not given', async () => {
      const before = await connected.catalog.runs.newestJobId(fullScope);
      const reply = await raw.ask('run job=BackupAlpha level=Full');
      expect(reply.prompted).toBe(true);
      expect(queuedJobId(reply)).toBeNull();
      expect(await connected.catalog.runs.newestJobId(fullScope)).toBe(before);
    });

    test('the Director says OK to what failed, and the console does not', async () => {
      const said = await raw.ask('cancel jobid=999999 yes');
      expect(said.verdict).toBe('ok');
      expect(await refusalOf(connected.director.cancelRun(fullScope, 999_999))).toMatchObject({ code: 'not_found' });
      expect((await raw.ask('enable job=NoSuch')).verdict).toBe('ok');
      const enable = connected.director.setJobEnabled(fullScope, 'NoSuch', true);
      expect(await refusalOf(enable)).toMatchObject({ code: 'unknown_job' });
    });

    test('a level that there is not is refused in the Director’s own words', async () => {
      const refusal = await refusalOf(
        connected.director.startRun(fullScope, orderOf('BackupAlpha', { level: 'Sideways' })),
      );
      expect(refusal).toMatchObject({ code: 'director_error', detail: expect.stringContaining('not valid') });
    });

    test('an order that the Director fails at once is refused with its words', async () => {
      const refusal = await refusalOf(
        connected.director.startRun(fullScope, orderOf('BackupAlpha', { level: 'VirtualFull', pool: 'ManualPool' })),
      );
      expect(refusal.code).toBe('director_error');
      expect(refusal.detail).toMatch(/failed/);
    });

    test('a time to start is the Director’s local time, and comes back as the moment that was meant', async () => {
      const when = new Date(Math.floor(Date.now() / 1000) * 1000 + 7_200_000);
      const { jobId } = await connected.director.startRun(fullScope, orderOf('BackupAlpha', { when }));
      expect(await connected.catalog.runs.findRun(fullScope, jobId)).toMatchObject({
        scheduledAt: when,
        startedAt: null,
      });
      await cancel(jobId);
    });

    test('a restricted console is told what it may not do, in the Director’s words', async () => {
      const { restricted } = lab.consoles;
      const few = fixture.connect(lab, { consoleName: restricted.name, password: restricted.password });
      const jobs = await few.director.listJobs(fullScope);
      expect(jobs.map(({ name }) => name)).toEqual(['BackupAlpha', 'RestoreFiles']);
      const refusal = await refusalOf(few.director.startRun(fullScope, orderOf('BackupAlpha', later)));
      expect(refusal).toMatchObject({ code: 'director_error', detail: expect.stringContaining('invalid command') });
      expect(await refusalOf(few.director.startRun(fullScope, orderOf('BackupBeta')))).toMatchObject({
        code: 'unknown_job',
      });
    });

    test('an answer that is cut leaves the order’s outcome unknown, and its mark finds the run', async () => {
      const proxy = await fixture.proxy(lab.port);
      const cut = fixture.connect(lab, { port: proxy.port });
      await cut.director.describe(fullScope);
      const order = orderOf('BackupAlpha', later);
      const cutting = new DirectorConsole(settingsOf(lab, { port: proxy.port }), baculaMode);
      fixture.keep(cutting);
      const work = cutting.converse({}, async (say) => {
        await say('.jobs');
        proxy.cutAfterBytes = 3;
        return say(`run job=BackupAlpha level=Full ${waits} comment=${order.mark} yes`);
      });
      const refusal = await refusalOf(work);
      expect(refusal).toMatchObject({
        code: 'director_too_slow',
        detail: expect.stringContaining('Check before you repeat'),
      });
      proxy.cutAfterBytes = null;
      const found = await until(() => connected.director.findRunByTag(fullScope, order.mark));
      expect(found).toMatchObject({ job: 'BackupAlpha' });
      await cancel(found.jobId);
      expect((await until(() => cut.director.describe(fullScope).catch(() => null))).name).toBe(cut.director.name);
    });

    test('every connection cut at once is made anew, four at most', async () => {
      const proxy = await fixture.proxy(lab.port);
      const { director } = fixture.connect(lab, { port: proxy.port });
      const askAll = () =>
        Promise.all([director.describe(fullScope), director.listJobs(fullScope), director.observe(fullScope)]);
      await askAll();
      expect(proxy.connections).toBeLessThanOrEqual(4);
      proxy.cut();
      await until(() => askAll().catch(() => null));
      await Promise.all(Array.from({ length: 20 }, () => askAll()));
      expect(proxy.connections).toBeLessThanOrEqual(4);
    });

    test('a Director that is held fails a command by its limit, and is well again when it goes on', async () => {
      lab.stopDirector();
      try {
        // The signal may come to rest a moment later.
        const ask = (): Promise<AppError | null> => refusalOf(raw.ask('.jobs', { limitMs: 300 })).catch(() => null);
        // Less than the limit where the connection had to be waited for.
        const detail = expect.stringMatching(/ within 0\.[123]\d* s\./) as unknown;
        expect(await until(ask)).toMatchObject({ code: 'director_too_slow', detail });
      } finally {
        lab.continueDirector();
      }
      expect((await until(() => raw.ask('.jobs').catch(() => null))).text).toContain('BackupAlpha');
    });

    test('a killed Director is told at once, and found again when it is back', async () => {
      await lab.killDirector();
      expect(await refusalOf(connected.director.describe(fullScope))).toMatchObject({ kind: 'unreachable' });
      await lab.startDirector();
      const told = await until(() => connected.director.describe(fullScope).catch(() => null));
      expect(told.clients).toContain('alpha-fd');
    });
  });
});
