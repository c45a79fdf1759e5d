import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SmtpMailSender } from '../../../src/senders/email/smtp-mail-sender.js';
import { SsrfGuard } from '../../../src/platform/ssrf-guard/ssrf-guard.js';
import { type SmtpServer } from '../../../src/domain/channel.js';
import { type SendOutcome } from '../../../src/domain/notification.js';
import { type Mail } from '../../../src/domain/senders.port.js';
import { readSettings } from '../../../src/config/settings.js';
import { MailReceiver, type MailReceiverOptions, textsOf } from '../../harness/fakes/mail-receiver.js';
import { makeCertificates } from '../../harness/fakes/peer-certificates.js';
import { RawServer } from '../../harness/fakes/raw-server.js';
import { WebhookReceiver } from '../../harness/fakes/webhook-receiver.js';

const certificates = makeCertificates();
const never = new AbortController().signal;
const password = 's3cret-of/the mail server';
const login = { username: 'backup', password };
const opened: { close(): Promise<void> }[] = [];

const mail: Mail = {
  to: ['anna@example.org', 'otto@example.org'],
  from: 'Backup Console <backup@example.org>',
  messageId: '019f0000-0000-7000-8000-000000000001@backup.example.org',
  date: new Date('2026-11-20T21:00:00Z'),
  subject: 'Sicherung „täglich“ fehlgeschlagen ✘',
  text: 'Zu wenig Platz auf dem Volume.\n.\nEnde',
  html: '<p>Zu wenig Platz auf dem <b>Volume</b>.</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
};

async function receive(options: MailReceiverOptions = {}): Promise<MailReceiver> {
  const receiver = await MailReceiver.start({ tls: certificates.director, ...options });
  opened.push(receiver);
  return receiver;
}

interface Choices {
  readonly allow?: string[];
  readonly limitMs?: number;
  readonly trusts?: boolean;
  readonly smtpUrl?: string;
}

function makeSender({ allow = ['127.0.0.1'], limitMs = 10_000, trusts = true, smtpUrl }: Choices = {}): SmtpMailSender {
  const gate = new SsrfGuard({ allow, deny: [] }, () => ({ ports: new Set<number>(), addresses: [] }));
  const { ownMailServer } = readSettings(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl, SMTP_FROM: mail.from });
  return new SmtpMailSender(gate, ownMailServer, { limitMs, ...(trusts ? { authorities: certificates.ca } : {}) });
}

function at({ host, port }: { host: string; port: number }, changes: Partial<SmtpServer> = {}): SmtpServer {
  return { host, port, security: 'none', username: null, password: null, ...changes };
}

function send(server: SmtpServer | null, choices?: Choices, changes?: Partial<Mail>): Promise<SendOutcome> {
  return makeSender(choices).send({ ...mail, ...changes }, server, never);
}

afterAll(() => Promise.all(opened.map((server) => server.close())));

describe('a mail', () => {
  let relay: MailReceiver;

  beforeAll(async () => {
    relay = await receive();
  });

  test('arrives with text and HTML, its id, its date and its headers', async () => {
    const outcome = await send(at(relay));
    expect(outcome).toMatchObject({ verdict: 'delivered', statusCode: 250, retryAfterSeconds: null });
    expect(outcome.detail).toBe('The mail server accepted the message.');
    const [got] = relay.mails;
    expect(got).toMatchObject({ from: 'backup@example.org', to: mail.to, isEncrypted: false, username: null });
    expect(got?.headers).toMatchObject({
      from: 'Backup Console <backup@example.org>',
      to: 'anna@example.org, otto@example.org',
      'message-id': `<${mail.messageId}>`,
      date: 'Fri, 20 Nov 2026 21:00:00 +0000',
      'auto-submitted': 'auto-generated',
    });
    expect(got?.headers['content-type']).toMatch(/^multipart\/alternative;/);
    expect(got?.headers).not.toHaveProperty('x-mailer');
    expect(textsOf(got!)).toEqual([mail.text, mail.html]);
  });

  test.each<[string, Partial<Mail>]>([
    ['the subject', { subject: 'a\r\nBcc: eve@example.org\r\n\r\nbody' }],
    ['a header', { headers: { 'X-Note': 'a\r\nBcc: eve@example.org' } }],
    ["the sender's name", { from: '"a\tBcc: eve@example.org" <backup@example.org>' }],
  ])('gets no header more by line breaks in %s', async (_, changes) => {
    const before = relay.mails.length;
    expect((await send(at(relay), {}, changes)).verdict).toBe('delivered');
    const got = relay.mails[before]!;
    expect(got.to).toEqual(mail.to);
    expect(got.raw).not.toMatch(/^bcc:/im);
    expect(Object.keys(got.headers)).not.toContain('bcc');
  });

  test.each<[string, Partial<Mail>]>([
    ['a line break in the sender', { from: 'Otto\r\nBcc: eve@example.org <backup@example.org>' }],
    ['a line break in a recipient', { to: ['anna@example.org\r\nRCPT TO:<eve@example.org>'] }],
    ['two recipients in one', { to: ['anna@example.org,eve@example.org'] }],
    ['parameters behind a recipient', { to: ['anna@example.org> NOTIFY=NEVER <x'] }],
    ['a recipient without a domain', { to: ['anna'] }],
    ['no recipient', { to: [] }],
    ['a line break in the id', { messageId: 'a@b>\r\nBcc: eve@example.org' }],
    ['a line break in the name of a header', { headers: { 'X-A\r\nBcc': 'eve@example.org' } }],
  ])('is not sent with %s', async (_, changes) => {
    const before = relay.mails.length;
    expect(await send(at(relay), {}, changes)).toMatchObject({ verdict: 'retry', statusCode: null });
    expect(relay.mails).toHaveLength(before);
  });

  test('reads no file that its text names', async () => {
    const before = relay.mails.length;
    expect((await send(at(relay), {}, { text: { path: '/etc/hostname' } } as never)).verdict).toBe('retry');
    expect(relay.mails).toHaveLength(before);
  });

  test('fetches nothing that its text names', async () => {
    const web = await WebhookReceiver.start();
    opened.push(web);
    expect((await send(at(relay), {}, { html: { href: web.url } } as never)).verdict).toBe('retry');
    expect(web.connections).toBe(0);
  });
});

describe('TLS and log-in', () => {
  test.each(['starttls', 'tls'] as const)('%s encrypts and logs in', async (security) => {
    const receiver = await receive({ security, login });
    expect((await send(at(receiver, { security, ...login }))).verdict).toBe('delivered');
    expect(receiver.mails[0]).toMatchObject({ isEncrypted: true, username: 'backup' });
    expect(receiver.logIns).toEqual([login]);
  });

  test.each(['starttls', 'tls'] as const)('%s gives an unknown certificate no password', async (security) => {
    const receiver = await receive({ security, login });
    const outcome = await send(at(receiver, { security, ...login }), { trusts: false });
    expect(outcome.detail).toMatch(/not signed by a trusted authority/);
    expect(receiver.logIns).toEqual([]);
  });

  test('a certificate for another name is refused', async () => {
    const receiver = await receive({ security: 'tls' });
    const outcome = await send(at(receiver, { host: 'localhost', security: 'tls' }), { allow: ['127.0.0.1', '::1'] });
    expect(outcome.detail).toBe('The certificate of the mail server is for another host name.');
  });

  test('starttls does not go on in clear where the server has none', async () => {
    const receiver = await receive({ login });
    const outcome = await send(at(receiver, { security: 'starttls', ...login }));
    expect(outcome).toMatchObject({ verdict: 'retry' });
    expect(outcome.detail).toMatch(/did not accept STARTTLS/);
    expect([receiver.mails, receiver.logIns]).toEqual([[], []]);
  });

  test('a password is not sent in clear', async () => {
    const receiver = await receive({ login });
    expect((await send(at(receiver, login))).detail).toMatch(/password is not sent without TLS/);
    expect(receiver.logIns).toEqual([]);
  });

  test('a wrong password is told by the reply and not repeated', async () => {
    const receiver = await receive({ security: 'tls', login });
    const outcome = await send(at(receiver, { security: 'tls', ...login, password: 'wr0ng-password' }));
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: 535 });
    expect(outcome.detail).toBe('The mail server rejected the username or password (535).');
    expect(JSON.stringify(outcome)).not.toContain('wr0ng');
  });

  test('a server that offers no log-in is not sent the mail without one', async () => {
    const receiver = await receive({ security: 'tls' });
    expect((await send(at(receiver, { security: 'tls', ...login }))).verdict).toBe('retry');
    expect(receiver.mails).toEqual([]);
  });

  test('a reply that repeats the password is shown without it', async () => {
    const receiver = await receive({ security: 'tls', login });
    const coded = Buffer.from(password).toString('base64');
    receiver.answerWith('message', () => ({ code: 554, text: `no mail for ${password} or ${coded}` }));
    const outcome = await send(at(receiver, { security: 'tls', ...login }));
    expect(outcome).toMatchObject({ statusCode: 554, excerpt: '554 no mail for [hidden] or [hidden]' });
  });
});

describe('a mail server that misbehaves', () => {
  test.each<['greeting' | 'sender' | 'recipient' | 'message', number, RegExp]>([
    ['greeting', 421, /answered 421/],
    ['sender', 550, /rejected the sender address \(550\)/],
    ['recipient', 550, /rejected every recipient \(550\)/],
    ['recipient', 451, /rejected every recipient \(451\)/],
    ['message', 552, /did not accept the message \(552\)/],
  ])('by refusing the %s with %d is tried again later', async (step, code, sentence) => {
    const receiver = await receive();
    receiver.answerWith(step, () => ({ code, text: 'so it is' }));
    const outcome = await send(at(receiver));
    expect(outcome).toMatchObject({ verdict: 'retry', statusCode: code });
    expect(outcome.detail).toMatch(sentence);
    expect(outcome.excerpt).toMatch(/so it is/);
  });

  test('by refusing one of two for good has delivered, and says so', async () => {
    const receiver = await receive();
    receiver.answerWith('recipient', (address) => (address.startsWith('otto') ? { code: 550, text: 'unknown' } : null));
    const outcome = await send(at(receiver));
    expect(outcome).toMatchObject({ verdict: 'delivered', statusCode: 550 });
    expect(outcome.detail).toMatch(/refused 1 of 2 recipients \(550\)/);
    expect(receiver.mails[0]?.to).toEqual(['anna@example.org']);
  });

  test('by refusing one of two for now is tried again later', async () => {
    const receiver = await receive();
    receiver.answerWith('recipient', (address) => (address.startsWith('otto') ? { code: 451, text: 'later' } : null));
    expect(await send(at(receiver))).toMatchObject({ verdict: 'retry', statusCode: 451 });
  });

  test.each(['greeting', 'sender', 'message'] as const)(
    'by hanging at the %s costs no more than the limit',
    async (step) => {
      const receiver = await receive();
      receiver.answerWith(step, () => 'hang');
      const outcome = await send(at(receiver), { limitMs: 200 });
      expect(outcome).toMatchObject({ verdict: 'retry', statusCode: null });
      expect(outcome.detail).toMatch(/did not finish within/);
    },
  );

  test('by hanging can be called off', async () => {
    const receiver = await receive();
    const callOff = new AbortController();
    receiver.answerWith('sender', () => {
      callOff.abort();
      return 'hang';
    });
    expect((await makeSender().send(mail, at(receiver), callOff.signal)).detail).toMatch(/canceled/);
  });

  test.each([
    ['closing', '', /closed the connection/],
    ['speaking HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', /not SMTP|closed the connection/],
  ])('by %s is tried again later', async (_, greeting, sentence) => {
    const server = await RawServer.start();
    opened.push(server);
    server.onConnection((socket) => {
      socket.end(greeting);
    });
    const outcome = await send(at({ host: '127.0.0.1', port: server.port }));
    expect(outcome).toMatchObject({ verdict: 'retry' });
    expect(outcome.detail).toMatch(sentence);
  });

  test('by not being there is told', async () => {
    expect((await send(at({ host: '127.0.0.1', port: 9 }))).detail).toMatch(/refused the connection/);
  });
});

describe('what may be reached', () => {
  test.each([
    ['127.0.0.1', 'tls', /loopback/],
    ['localhost', 'starttls', /loopback/],
    ['2130706433', 'tls', /loopback/],
    ['::ffff:127.0.0.1', 'tls', /loopback/],
    ['192.168.0.1', 'tls', /private network/],
    ['169.254.169.254', 'tls', /metadata/],
    ['8.8.8.8', 'none', /without TLS is allowed only for mail servers in WEBHOOK_ALLOW/],
  ] as const)("by a channel's server: %s with %s is not", async (host, security, sentence) => {
    const receiver = await receive();
    const outcome = await send(at({ host, port: receiver.port }, { security }), { allow: [] });
    expect(outcome.detail).toMatch(sentence);
    expect(receiver.mails).toEqual([]);
  });

  test("the installation's own server is trusted wherever it is", async () => {
    const receiver = await receive();
    const choices = { allow: [], smtpUrl: receiver.url };
    expect(makeSender(choices).ownAddress).toBe(mail.from);
    expect((await send(null, choices)).verdict).toBe('delivered');
    expect(receiver.mails).toHaveLength(1);
  });

  test("the installation's own server is logged in to by what its address holds", async () => {
    const receiver = await receive({ security: 'starttls', login });
    const smtpUrl = `smtp://backup:${encodeURIComponent(password)}@127.0.0.1:${receiver.port}`;
    expect((await send(null, { allow: [], smtpUrl })).verdict).toBe('delivered');
    expect(receiver.mails[0]).toMatchObject({ isEncrypted: true, username: 'backup' });
  });

  test('without any server the outcome says what to set', async () => {
    expect(makeSender().ownAddress).toBeNull();
    expect((await send(null)).detail).toMatch(/Set SMTP_URL/);
  });
});
