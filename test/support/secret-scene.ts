import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerResponse } from 'node:http';
import { freePort } from '../../src/platform/database/embedded-postgres/free-port.js';
import { ConsoleProcess, processPassword } from './console-process.js';
import { directorYaml } from './director-yaml.js';
import { MailReceiver } from './mail-receiver.js';
import { makeCertificates } from './peer-certificates.js';
import { RawServer } from './raw-server.js';
import { type Answering, type ReceivedPost, WebhookReceiver } from './webhook-receiver.js';

export const channelsPath = '/api/v1/admin/notifications/channels';

/** Every secret that somebody types, by where it belongs. */
export const typed = {
  path: 'PATHzq7sekret',
  query: 'queryZQ7/sek ret',
  queryName: 'nameZQ7ofaquerythatislong',
  redirect: 'redirectZQ7sekret',
  authorization: 'bearerZQ7sekret-of-a-proxy',
  basic: 'robot:basicZQ7sekret',
  routingKey: 'r0utingZQ7key0123456789abcdef',
  apiKey: 'genieZQ7key-0123-4567-89ab',
  signingSecret: `whsec_${Buffer.from('signingZQ7key of thirty-two byte').toString('base64')}`,
  rotatedSecret: `whsec_${Buffer.from('rotatedZQ7key of thirty-two byte').toString('base64')}`,
  mailPassword: 'mailZQ7sekret of/a channel',
  ownMailPassword: 'ownZQ7sekret of the installation',
  userInfo: 'userinfoZQ7sekret',
  instanceKey: 'instanceZQ7key of this test, long enough for it',
  adminPassword: processPassword,
};

/** Receivers that repeat whatever they are told, a console that tells them, and all that it answers. */
export class SecretScene {
  /** What was answered, but for a secret that is shown once where it was made. */
  readonly answers: { readonly to: string; readonly text: string }[] = [];
  /** Secrets that the console made and showed once, by a name. */
  readonly made: Record<string, string> = {};
  /** Ids of channels by what becomes of what is sent there. */
  readonly channels = new Map<string, string>();
  readonly app: ConsoleProcess;
  private cookie = '';

  private constructor(
    app: ConsoleProcess,
    private readonly servers: Servers,
  ) {
    this.app = app;
    this.made['token'] = app.apiToken.slice('svct_'.length);
  }

  static async start(folder: string): Promise<SecretScene> {
    const dataDir = join(folder, 'data');
    for (const made of [dataDir, join(folder, 'source')]) mkdirSync(made, { recursive: true });
    const yaml = directorYaml(dataDir, { Partial: [join(folder, 'source'), join(folder, 'missing')] });
    writeFileSync(join(dataDir, 'director.yaml'), yaml);
    const servers = await startServers();
    const authorities = join(folder, 'authorities.pem');
    writeFileSync(authorities, servers.authority);
    const own = `smtp://robot:${encodeURIComponent(typed.ownMailPassword)}@127.0.0.1:${servers.ownMail.port}`;
    const environment = {
      ...{ LOG_LEVEL: 'debug', INSTANCE_KEY: typed.instanceKey, NODE_EXTRA_CA_CERTS: authorities },
      ...{ WEBHOOK_ALLOW: '127.0.0.1/32', SMTP_URL: own, SMTP_FROM: 'backup@example.org' },
    };
    const scene = new SecretScene(await ConsoleProcess.start(dataDir, undefined, { environment }), servers);
    await scene.logIn();
    return scene;
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.servers.close();
  }

  /** As an admin; remembers the answer. */
  async ask(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const type: Record<string, string> = sent === null ? {} : { 'content-type': 'application/json' };
    const headers = { cookie: this.cookie, ...type };
    const answer = await fetch(`${this.app.url}${path}`, { method, headers, body: sent, redirect: 'manual' });
    const text = this.withoutMade(await answer.text());
    this.answers.push({ to: `${method} ${path}`, text: JSON.stringify([...answer.headers]) + text });
    return { status: answer.status, text };
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.ask('GET', path)).text) as T;
  }

  /** A channel for each way in which a try can end. */
  async addChannels(): Promise<void> {
    const { receiver, strange, untrusted, raw, mail, closedPort } = this.servers;
    const way = (name: string): string =>
      `/${encodeURIComponent(name)}/${typed.path}?${typed.queryName}=${encodeURIComponent(typed.query)}`;
    const to = (name: string, base = receiver.url): { name: string; url: string } => ({
      name,
      url: `${base}${way(name)}`,
    });
    const bearer = { authorization: `Bearer ${typed.authorization}` };
    const basic = { authorization: `Basic ${Buffer.from(typed.basic).toString('base64')}` };
    const signed = { signingSecret: typed.signingSecret };
    const pagerduty = { format: 'pagerduty', serviceKey: typed.routingKey };
    for (const webhook of [
      { ...to('arrives'), ...bearer, ...signed },
      { ...to('arrives signed by a secret that was made'), ...bearer },
      { ...to('500'), ...bearer, ...signed },
      { ...to('body'), ...pagerduty },
      { ...to('headers'), format: 'opsgenie', serviceKey: typed.apiKey },
      { ...to('decoded'), ...basic, format: 'alertmanager' },
      { ...to('301'), format: 'slack' },
      { ...to('410'), format: 'teams' },
      ...['hang', 'cut', 'slow', 'status', 'later'].map((name) => ({ ...to(name), ...bearer })),
      to('no HTTP', raw.url),
      to('no TLS', strange.url.replace('http:', 'https:')),
      to('untrusted', untrusted.url),
      to('other name', untrusted.url.replace('127.0.0.1', 'localhost')),
      to('nothing listens', `http://127.0.0.1:${closedPort}`),
      to('loopback', `http://127.0.0.2:${closedPort}`),
      to('metadata', 'http://169.254.169.254'),
      to('console', this.app.url),
      to('plain', 'http://8.8.8.8'),
      to('unknown', 'https://no-such-name.invalid'),
    ]) {
      await this.add({ kind: 'webhook', ...webhook });
    }
    const smtp = { host: '127.0.0.1', username: 'robot', password: typed.mailPassword };
    const mailbox = { kind: 'email', to: ['anna@example.org'], from: 'backup@example.org' };
    await this.add({ ...mailbox, name: 'mail, log-in', smtp: { ...smtp, port: mail.port } });
    await this.add({ ...mailbox, name: 'mail, untrusted', smtp: { ...smtp, port: this.servers.badMail.port } });
    await this.add({ ...mailbox, name: 'mail, no SMTP', smtp: { ...smtp, port: raw.port } });
    await this.add({ ...mailbox, name: 'mail, own server' });
  }

  private async add(body: { readonly name: string } & Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.ask('POST', channelsPath, { minSeverity: 'info', patterns: ['**'], ...body });
    if (answer.status !== 201) throw new Error(`${body.name}: ${answer.text}`);
    this.channels.set(body.name, (JSON.parse(answer.text) as { id: string }).id);
  }

  private async logIn(): Promise<void> {
    const body = JSON.stringify({ username: 'admin', password: processPassword });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.app.url}/api/v1/auth/login`, { method: 'POST', headers, body });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    this.made['session'] = this.cookie.split('=')[1] ?? '';
    if (this.made['session'] === '') throw new Error('Nobody could log in.');
  }

  private withoutMade(text: string): string {
    return text.replace(/"signingSecret":"([^"]+)"/, (_, secret: string) => {
      this.made[`signing secret ${Object.keys(this.made).length}`] = secret;
      return '"signingSecret":""';
    });
  }
}

type Servers = Awaited<ReturnType<typeof startServers>>;

async function startServers() {
  const [known, unknown] = [makeCertificates(), makeCertificates()];
  const nobody = { username: 'nobody', password: 'nobody knows it' };
  const [receiver, strange, untrusted, raw] = await Promise.all([
    WebhookReceiver.start(),
    WebhookReceiver.start(),
    WebhookReceiver.start({ tls: unknown.director }),
    RawServer.start(),
  ]);
  const refusal = { login: nobody, repeatsLogIn: true };
  const mail = await MailReceiver.start({ security: 'starttls', tls: known.director, ...refusal });
  const badMail = await MailReceiver.start({ security: 'starttls', tls: unknown.director, ...refusal });
  const ownMail = await MailReceiver.start({ security: 'starttls', tls: known.director, ...refusal });
  receiver.answerWith(repeat);
  raw.onConnection((socket) => socket.write('Neither HTTP nor SMTP here.\r\n'));
  raw.onData((socket, _, text) => socket.end(text));
  const all = [receiver, strange, untrusted, raw, mail, badMail, ownMail];
  const close = (): Promise<unknown> => Promise.all(all.map((server) => server.close()));
  const authority = known.ca;
  return { receiver, strange, untrusted, raw, mail, badMail, ownMail, authority, closedPort: await freePort(), close };
}

/** Tells its sender all that it was told, in the way that the path names. */
function repeat(post: ReceivedPost, response: ServerResponse): Answering | undefined {
  const way = decodeURIComponent(post.path.split('/')[1] ?? '');
  if (way === 'hang' || way === 'cut') return way;
  if (way === 'slow' || way === 'status') {
    saySlowly(way, post, response);
    return undefined;
  }
  const answer = answers[way] ?? (() => ({ status: Number(way) || 200, body: everything(post) }));
  return answer(post, post.headers.authorization ?? '');
}

const elsewhere = `http://127.0.0.1:1/${typed.redirect}`;

const answers: Readonly<Record<string, (post: ReceivedPost, authorization: string) => Answering>> = {
  body: ({ body }) => ({ status: 400, body }),
  headers: (_, key) => ({ status: 422, body: `${key} ${key.toUpperCase()} ${hexAndBase64(key)}` }),
  decoded: (_, key) => ({ status: 401, body: `who is ${Buffer.from(key.slice(6), 'base64').toString()}?` }),
  '301': ({ path }) => ({ status: 301, headers: { location: `${elsewhere}${path}` }, body: `go to ${elsewhere}` }),
  later: ({ path }) => ({
    status: 429,
    headers: { 'retry-after': '3600', 'x-echo': path },
    body: decodeURIComponent(path),
  }),
};

/** Ends in the middle of a secret and hangs, or holds the secret where no body is. */
function saySlowly(way: 'slow' | 'status', { path, headers }: ReceivedPost, response: ServerResponse): void {
  const half = path.slice(0, path.indexOf(typed.path) + 8);
  if (way === 'slow') response.writeHead(503).write(`you asked for ${half}`);
  else response.writeHead(503, headers.authorization, { 'x-echo': path }).end();
}

function everything(post: ReceivedPost): string {
  return JSON.stringify({ url: `http://${post.headers.host}${post.path}`, ...post });
}

function hexAndBase64(text: string): string {
  return `${Buffer.from(text).toString('hex')} ${Buffer.from(text).toString('base64')}`;
}
