import { describe, expect, test } from '@jest/globals';
import {
  badNight,
  baseUrl,
  emailTarget,
  madeEvent,
  noon,
  noticeOf,
  noticeWithout,
  summaryOf,
} from '../../../../test/harness/builders/notification-data.js';
import { type Notification } from '../../../domain/notification.js';
import { type Mail } from '../../../domain/senders.port.js';
import { composeMail } from './compose-mail.js';

const context = { baseUrl, now: noon, ownAddress: 'backup@example.org' };

const mailOf = (notice: Notification): Mail => composeMail(emailTarget, notice, context);
const mailOfEvent = (...made: Parameters<typeof madeEvent>): Mail => mailOf(noticeOf(madeEvent(...made)));

describe('subjects', () => {
  test.each([
    ['job.completed.error', 'ERROR backup "Nightly" on web1 failed (main)'],
    ['job.completed.warning', 'WARNING backup "Nightly" on web1 succeeded with warnings (main)'],
    ['job.completed.ok', 'OK backup "Nightly" on web1 succeeded (main)'],
    ['client.silence.crit', 'CRITICAL client "web1" has had no good backup for 3 days 4 hours (main)'],
    ['client.silence.ok', 'OK client "web1" has a good backup again (main)'],
    ['api_token.create', 'INFO API token "ci" created by alice'],
    ['api_token.revoke', 'INFO API token "ci" revoked by alice'],
  ] as const)('of %s read %s', (type, subject) => {
    expect(mailOfEvent(type).subject).toBe(`[Backup Console] ${subject}`);
  });

  test('stay one line of 120 characters for names that are long and hostile', () => {
    const name = `a"\r\nBcc: victim@example.org\r\n\r\n\u202e${'x'.repeat(4096)}`;
    const { subject } = mailOfEvent('job.completed.error', { job: name, client: name, director: name });
    expect(subject).toMatch(/^\[Backup Console\] ERROR backup "a" Bcc: victim@example.org x+…" on a" Bcc/);
    expect(subject.length).toBeLessThanOrEqual(120);
    expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  test.each([
    [
      [madeEvent('job.completed.error', { client: 'db1' }), madeEvent('job.completed.error', { client: 'mail' })],
      '2 backups failed: db1, mail',
    ],
    [
      [
        madeEvent('job.completed.error', { client: 'db1', job: 'Daily' }),
        madeEvent('job.completed.error', { client: 'db1', job: 'Weekly' }),
      ],
      '2 backups failed: Daily, Weekly',
    ],
    [
      ['create', 'create', 'create', 'revoke'].map((action, at) => {
        const event = madeEvent(`api_token.${action}` as 'api_token.create');
        return { ...event, data: { ...event.data, name: `t${at}` } };
      }),
      '3 API tokens created: t0, t1, t2; 1 API token revoked: t3',
    ],
    [
      [madeEvent('client.silence.warn', { client: 'web' }), madeEvent('job.completed.error', { client: 'db1' })],
      '1 backup failed: db1; 1 client became overdue: web',
    ],
  ])('of summaries name the subjects, highest severity first', (events, subject) => {
    expect(mailOf(summaryOf(events)).subject).toBe(`[Backup Console] ${subject}`);
  });

  test('of summaries of many events count all of them and name what there is room for', () => {
    const { subject } = mailOf(summaryOf(badNight(64)));
    expect(subject).toBe(
      '[Backup Console] 10 clients critically overdue; 11 backups failed; 11 backups succeeded with warnings; 10 clients becam…',
    );
    expect(subject.length).toBeLessThanOrEqual(120);
  });

  test('of tests and failing channels are their titles', () => {
    expect(mailOf(noticeWithout('test', 'alice tries this channel.')).subject).toBe(
      '[Backup Console] alice tries this channel.',
    );
    const failing = mailOf(noticeWithout('channel_failing', 'Channel "pager" fails.', ['The receiver answered 503.']));
    expect(failing.subject).toBe('[Backup Console] WARNING Channel "pager" fails.');
    expect(failing.text).toContain('\nThe receiver answered 503.\n');
  });
});

describe('headers', () => {
  test('thread the messages about one job, and say that a machine wrote', () => {
    const [failed, ok] = [mailOfEvent('job.completed.error'), mailOfEvent('job.completed.ok')];
    const other = mailOfEvent('job.completed.ok', { job: 'Weekly' });
    expect(failed.headers.References).toMatch(/^<[0-9a-f]{32}@backup\.example\.org>$/);
    expect(ok.headers.References).toBe(failed.headers.References);
    expect(other.headers.References).not.toBe(failed.headers.References);
    expect(failed.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated', Importance: 'high' });
    expect(ok.headers).not.toHaveProperty('Importance');
  });

  test('carry no name, so none can add a header', () => {
    const name = 'x\r\nBcc: victim@example.org';
    const mail = mailOfEvent('job.completed.error', { job: name, client: name, director: name }, { subject: name });
    expect(JSON.stringify(mail.headers)).not.toContain('victim');
    expect(mail.messageId).toBe('0b6f2a52-7a38-4f0e-9d0b-2f3c1b8f5a10@backup.example.org');
  });

  test('name the sender of the channel, else that of the installation', () => {
    const from = 'night@example.org';
    const notice = noticeOf(madeEvent('job.completed.ok'));
    expect(composeMail({ ...emailTarget, from }, notice, context).from).toBe(from);
    expect(composeMail(emailTarget, notice, context)).toMatchObject({ from: 'backup@example.org', date: noon });
  });
});

describe('texts', () => {
  test('contain cause, next step, facts, the end of the log and a link', () => {
    const { text } = mailOfEvent('job.completed.error');
    for (const part of [
      'of web1 on main failed. The storage is\nfull.',
      'Next step: Free space where the volumes lie, then run the job again.',
      'Ended:       2026-11-22 02:14:09 UTC after 14 minutes 8 seconds',
      'Size:        1,204 files, 100 MiB',
      '02:14:09 main JobId 4711: Error: Termination: *** Backup Error ***',
      '\nhttps://backup.example.org/#/runs/4711?director=main\n',
    ])
      expect(text).toContain(part);
  });

  test('say of a backup that broke off before its first byte that no data was saved', () => {
    const { data } = madeEvent('job.completed.error');
    const broken = { ...data, type: 'Backup', status: 'canceled', files: 1, bytes: 0 };
    expect(mailOfEvent('job.completed.error', {}, { data: broken }).text).toContain('Size:        no data saved');
  });

  test("keep the lines and columns of a Director's summary, in both parts", () => {
    const rows = [
      '  Build OS:               x86_64-pc-linux-gnu',
      '  JobId:                  9',
      '  Job:                    a<b',
    ];
    const summary = `lab-dir JobId 9: Bacula lab-dir 15.0.3 (25Mar25):\n${rows.join('\n')}\n\n`;
    const data = { ...madeEvent('job.completed.error').data, log: ['lab-dir JobId 9: Error: no', summary] };
    const { text, html } = mailOfEvent('job.completed.error', {}, { data });
    const lines = ['lab-dir JobId 9: Error: no', 'lab-dir JobId 9: Bacula lab-dir 15.0.3 (25Mar25):', ...rows];
    expect(text).toContain(`Last lines of the log:\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
    const shown = [...html.matchAll(/<div style="[^"]*white-space:pre-wrap">([^<]*)<\/div>/g)].map(([, line]) => line);
    expect(shown).toEqual(lines.map((line) => line.replace('<', '&lt;')));
  });

  test('describe a silent client and its last backup', () => {
    const data = {
      client: 'web1',
      director: 'main',
      lastSuccessAt: null,
      ageSeconds: 90_000,
      directorReachable: false,
    };
    const { text } = mailOfEvent('client.silence.crit', {}, { data });
    expect(text).toContain('Last good backup:  none yet');
    expect(text).toContain('Director:          main (does not answer)');
  });

  test('keep to 72 columns but for addresses', () => {
    const mails = [mailOf(summaryOf(badNight(200))), mailOfEvent('job.completed.error', { job: 'x'.repeat(4096) })];
    const long = mails.flatMap(({ text }) => text.split('\n')).filter((line) => line.length > 72);
    expect(long.filter((line) => !line.startsWith('https://'))).toEqual([]);
  });

  test('of a summary list the gravest fifty and count the rest', () => {
    const { text, html } = mailOf(summaryOf(badNight(300)));
    expect(text.match(/^- (CRITICAL|ERROR|WARNING|OK) /gm)).toHaveLength(50);
    expect(text).toMatch(/^- CRITICAL client/m);
    expect(text).not.toMatch(/^- OK/m);
    expect(text).toContain('- 100 jobs succeeded');
    expect(text).toContain('- and 250 more');
    expect(html).toContain('and 250 more');
  });

  test('are still sent for an event whose data breaks the contract', () => {
    const data = {
      jobId: 'x',
      log: 'none',
      diagnosis: null,
      startedAt: 'yesterday',
      bytes: Number.NaN,
      triggeredBy: 7,
    };
    const { subject, text } = mailOfEvent('job.completed.error', {}, { data });
    expect(subject).toBe('[Backup Console] ERROR job "unknown" failed');
    expect(text).not.toMatch(/undefined|null|NaN|Invalid/);
  });
});

describe('HTML', () => {
  test('shows hostile names as text', () => {
    const name = `<script>alert(1)</script><img src=x onerror="a">'"&`;
    const { html } = mailOfEvent('job.completed.error', { job: name, client: name, director: name });
    expect(html).not.toMatch(/<script|<img|onerror="/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('fetches nothing and points nowhere but to the console', () => {
    const data = {
      ...madeEvent('job.completed.error').data,
      log: ['see https://evil.example/ <a href="https://evil.example/">'],
    };
    const links = { page: 'https://evil.example/' };
    const { html } = mailOfEvent('job.completed.error', {}, { data, links });
    expect(html).not.toMatch(/\ssrc=|url\(|@import|<link/);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://backup.example.org/#/runs/4711?director=main',
    ]);
  });
});
