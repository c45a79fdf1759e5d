import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminPassword, type Caller } from '../fixtures/test-console.js';
import { type directorYaml } from '../builders/director-yaml.js';
import { PageFixture } from './page-fixture.js';
import { until } from '../fixtures/until.js';
import { WebhookReceiver } from '../fakes/webhook-receiver.js';

/** What strikes where a page takes it for anything but text; `p` tells. */
const markup = `"'><img src=x onerror=p()><svg onload=p()>{{7*7}}\${7*7}javascript:p()`;
const script = `<script>p()</script>`;

/** A name for this place that would be a script if it were no text; at most 100 characters. */
export const scripted = (place: string): string => `${place}${markup}${script}`;

/** A folder and a file in it, whose path holds the whole script: a name alone cannot hold its slash. */
const folder = `folder${markup}<script>p()<`;
export const file = { folder, name: `script>${markup}`, path: `${folder}/script>${markup}` };
/** Of a receiver: not what it answers, since what is secret in an address is masked in answers. */
const address = '<img src=x onerror=p(1)>';
/** A folder that is not there: a line of a log tells of it. */
export const missing = `missing${markup}`;

interface Named {
  readonly id: string;
}
interface Listed {
  readonly items: readonly (Named & {
    readonly volume?: string;
    readonly target?: string;
    readonly lastOutcome?: object | null;
  })[];
}

/** What an outsider can name holds a script, stored by the means that the outsider has. */
export interface StoredScripts {
  readonly fixture: PageFixture;
  /** Job ids. */
  readonly good: number;
  readonly failed: number;
  readonly volume: string;
  /** By their ids: one of each. */
  readonly ids: Readonly<
    Record<'channel' | 'delivery' | 'event' | 'token' | 'user' | 'roleMade' | 'denial' | 'order' | 'change', string>
  >;
  readonly close: () => Promise<void>;
}

const yamlOf: typeof directorYaml = (dataDir, { Letters = [] }) => {
  const [letters = ''] = Letters;
  const names = Object.fromEntries(
    ['client', 'storage', 'pool', 'schedule'].map((place) => [place, scripted(place)]),
  ) as Record<'client' | 'storage' | 'pool' | 'schedule', string>;
  const job = (name: string, fileset: string) => ({ name, fileset, level: 'Incremental', ...names });
  return JSON.stringify({
    director: { name: 'embedded' },
    clients: [{ name: names.client }],
    storages: [{ name: names.storage, folder: join(dataDir, 'volumes'), compression: 1 }],
    pools: [{ name: names.pool, volumeSize: '64 MiB', retention: '60 days' }],
    filesets: [
      { name: scripted('fileset'), include: [letters], exclude: [] },
      { name: scripted('empty'), include: [join(letters, missing)], exclude: [] },
    ],
    schedules: [{ name: names.schedule, starts: [{ level: 'Full', at: '0 3 * * *' }] }],
    jobs: [job(scripted('job'), scripted('fileset')), job(scripted('failing'), scripted('empty'))],
  });
};

export async function storeScripts(): Promise<StoredScripts> {
  const receiver = await WebhookReceiver.start();
  receiver.answerWith({ status: 400, body: scripted('answer') });
  const fixture = await PageFixture.start({ WEBHOOK_ALLOW: '127.0.0.1/32' }, yamlOf);
  const close = async () => {
    await fixture.stop();
    await receiver.close();
  };
  try {
    return { ...(await store(fixture, receiver)), fixture, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function store(
  fixture: PageFixture,
  receiver: WebhookReceiver,
): Promise<Omit<StoredScripts, 'fixture' | 'close'>> {
  const letters = join(fixture.source, 'letters');
  mkdirSync(join(letters, file.folder));
  writeFileSync(join(letters, file.path), 'text');
  const admin = await fixture.app.as('admin');
  const channel = await made<Named>(admin, '/admin/notifications/channels', {
    name: scripted('channel'),
    kind: 'webhook',
    url: `${receiver.url}/${encodeURIComponent(address)}`,
    patterns: ['job.completed.*'],
  });
  const good = await fixture.runJob(scripted('job'));
  const failed = await fixture.runJob(scripted('failing'));
  await until(() => Promise.resolve(receiver.requests.length >= 2 || null));
  const named = await storeNames(admin, fixture, failed);
  const first = (path: string, isIt = (_item: Listed['items'][number]): boolean => true) =>
    until(async () => {
      const answer = await admin.get(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
      return (answer.body as Listed).items.find(isIt) ?? null;
    });
  return {
    good,
    failed,
    volume: (await first('/storage-media/volumes')).volume ?? '',
    ids: {
      channel: channel.id,
      ...named,
      delivery: (await first('/admin/notifications/deliveries', ({ lastOutcome }) => Boolean(lastOutcome))).id,
      event: (await first('/admin/events?type=job.completed.error')).id,
      user: (await first('/admin/users?username=admin')).id,
      roleMade: (await first('/admin/audit?action=role.create')).id,
      denial: (await first('/admin/audit?action=request.denied')).id,
      order: (await first('/admin/audit?limit=200', ({ target }) => target?.includes(scripted('failing')) ?? false)).id,
    },
  };
}

async function made<Body>(caller: Caller, path: string, body: object, headers = {}): Promise<Body> {
  const answer = await caller.post(path, body, headers);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
}

/** Names of people's own making: in words, in headers, and in what is refused. */
async function storeNames(admin: Caller, fixture: PageFixture, failed: number) {
  const agent = { 'user-agent': scripted('agent') };
  const { id: token } = await made<Named>(admin, '/tokens', { name: scripted('token') }, agent);
  await made(admin, '/admin/roles', {
    name: 'watcher',
    description: scripted('role'),
    capabilities: ['jobs:read', 'tokens:own'],
  });
  const watcher = await fixture.app.as('watcher');
  await watcher.post(`/operations/jobs/${encodeURIComponent(scripted('denied'))}/estimate`, {}, agent);
  // Nobody of this name: it is kept as the name that was tried.
  await fixture.app.nobody.post('/auth/login', { username: scripted('nobody'), password: 'wrong' }, agent);
  await fixture.app.nobody.post('/auth/login', { username: 'admin', password: adminPassword }, agent);
  const seen = await admin.put(`/operations/runs/${failed}/acknowledgement`, { note: scripted('note') });
  if (seen.status !== 200) throw new Error(seen.text);
  await addDirector(admin);
  const { id: change } = await made<Named>(admin, '/configuration/changes', {
    director: 'embedded',
    comment: scripted('comment'),
    operations: [{ op: 'add', type: 'client', name: scripted('added'), value: {} }],
  });
  return { token, change };
}

/** At port 1 of this machine, where nobody listens. */
async function addDirector(admin: Caller): Promise<void> {
  await made(admin, '/admin/directors', {
    name: 'second',
    kind: 'bacula',
    address: '127.0.0.1',
    port: 1,
    password: 'secret',
    tls: { mode: 'none' },
    catalogUrl: 'postgresql://reader:secret@127.0.0.1:1/bacula',
    restoreRoots: [`/${scripted('root')}`],
  });
}
