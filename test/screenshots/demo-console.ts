import { join } from 'node:path';
import { Client } from 'pg';
import { catalogDatabaseClauses } from '../../src/directors/embedded/catalog-schema.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.js';
import { ConsoleProcess, processPassword } from '../harness/fixtures/console-process.js';
import { MailReceiver } from '../harness/fakes/mail-receiver.js';
import { until } from '../harness/fixtures/until.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';
import { moveRuns } from './moved-runs.js';
import { makePast, pastBegins } from './history-data.js';
import { Person } from './sign-in.js';
import { shownOrigin } from './capture.js';
import { recordPlan } from './plan-record.js';
import { awaitTelling, type Facts, makeChannels, makeMorning, makePeople } from './live-data.js';
import { dataFolder, makeSite, siteFolder } from './site.js';

type Stop = () => Promise<void>;

/** The console that most pictures are of, with four weeks behind it. */
export class DemoConsole {
  private constructor(
    readonly url: string,
    readonly admin: Person,
    readonly facts: Facts,
  ) {}

  /** What it started is stopped by `stops`, the last one first, also where it throws. */
  static async start(stops: Stop[]): Promise<DemoConsole> {
    const now = new Date();
    makeSite(pastBegins(now));
    const postgres = await EmbeddedPostgres.start({ folder: join(siteFolder, 'postgres') });
    stops.push(() => postgres.stop());
    for (const name of ['before', 'console']) await postgres.ensureDatabase(name);
    await postgres.ensureDatabase('catalog', catalogDatabaseClauses);
    const receivers = await startReceivers(stops);
    const environmentOf = (database: string) => ({
      DATABASE_URL: postgres.url(database),
      EMBEDDED_CATALOG_URL: postgres.url('catalog'),
      INSTANCE_KEY: 'an instance key for pictures, long enough',
      BASE_URL: shownOrigin,
      WEBHOOK_ALLOW: '127.0.0.1/32',
      SMTP_URL: `${receivers.mail.url}?starttls=never`,
      SMTP_FROM: 'Backup Console <backup@example.org>',
    });

    // A first console does the work of all the nights; then it forgets that, and another one finds it in the catalog.
    const before = await ConsoleProcess.start(dataFolder, undefined, { environment: environmentOf('before') });
    let past;
    try {
      past = await makePast(before, now);
    } finally {
      await before.stop();
    }
    await within(postgres.url('catalog'), (catalog) => moveRuns(catalog, past.runs));

    const app = await ConsoleProcess.start(dataFolder, 'none', { environment: environmentOf('console') });
    stops.push(() => app.stop());
    const signIn = (username: string, password: string) => Person.signIn(app.url, shownOrigin, username, password);
    const admin = (await signIn('admin', processPassword))!;
    // Before the first client is found overdue, so that its event has deliveries, too.
    const channels = await makeChannels(admin, receivers.good.url, receivers.bad.url);
    await allRead(admin, past.runs.length);
    await within(postgres.url('console'), (database) =>
      recordPlan(database, 'embedded', past.planned, pastBegins(now)),
    );
    const people = await makePeople({ admin, signIn });
    const morning = await makeMorning(admin);
    const told = await awaitTelling(admin);
    return new DemoConsole(app.url, admin, { ...people, ...channels, ...morning, ...told });
  }
}

interface Receivers {
  readonly good: WebhookReceiver;
  readonly bad: WebhookReceiver;
  readonly mail: MailReceiver;
}

async function startReceivers(stops: Stop[]): Promise<Receivers> {
  const [good, bad] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  const mail = await MailReceiver.start();
  stops.push(
    () => good.close(),
    () => bad.close(),
    () => mail.close(),
  );
  bad.answerWith({ status: 503, body: 'The ticket system is being updated.' });
  return { good, bad, mail };
}

async function within(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The record of runs has caught up with the catalog. */
async function allRead(admin: Person, runs: number): Promise<void> {
  await until(async () => {
    const { total } = await admin.ask<{ total?: { value: number } }>('GET', '/operations/runs?limit=1&count=true');
    return (total?.value ?? 0) >= runs;
  }, 60_000);
}

/** A console as it stands after its first start, of another embedded Director. */
export async function startEmptyConsole(stops: Stop[]): Promise<string> {
  const app = await ConsoleProcess.start(join(siteFolder, 'new'), 'none', { environment: { BASE_URL: shownOrigin } });
  stops.push(() => app.stop());
  return app.url;
}
