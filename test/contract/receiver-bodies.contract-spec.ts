import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type BodyFormat, bodyFormats } from '../../src/domain/channel.js';
import { type EventEnvelope, eventTypes } from '../../src/domain/event.js';
import { type Notification } from '../../src/domain/notification.js';
import { type WebhookPost } from '../../src/domain/senders.port.js';
import { composeMail } from '../../src/features/notifications/formats/compose-mail.js';
import { composeTestResolve, composeWebhook } from '../../src/features/notifications/formats/compose-webhook.js';
import * as made from '../harness/builders/notification-data.js';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false });
addFormats.default(ajv);

function schemaOf(name: string): ValidateFunction {
  const file = new URL(`../harness/fixtures/receiver-schemas/${name}.json`, import.meta.url);
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
}

const names = ['standard', 'pagerduty', 'opsgenie-create', 'opsgenie-close', 'alertmanager', 'slack', 'teams'];
const schemas = new Map(names.map((name) => [name, schemaOf(name)]));

function faultsOf(format: BodyFormat, post: WebhookPost): unknown {
  const call = post.url.includes('/close?') ? 'close' : 'create';
  const check = schemas.get(format === 'opsgenie' ? `opsgenie-${call}` : format)!;
  return check(JSON.parse(post.body)) ? [] : check.errors;
}

const context = { baseUrl: made.baseUrl, now: made.noon };
const target = (format: BodyFormat) =>
  made.webhookTarget(format, {
    serviceKey: '0123456789abcdef0123456789abcdef',
    url: 'https://receiver.example.org/in',
  });

/** Bytes of a body: what we promise ourselves, well below what each service refuses. */
const mostBytes: Readonly<Partial<Record<BodyFormat, number>>> = {
  pagerduty: 32 * 1024,
  opsgenie: 48 * 1024,
  alertmanager: 64 * 1024,
  slack: 48 * 1024,
  teams: 20_000,
};

const notices: readonly (readonly [string, Notification])[] = [
  ...eventTypes.map((type) => [type, made.noticeOf(made.madeEvent(type))] as const),
  ['a test', made.noticeWithout('test', 'alice tries this channel.', ['If you read this, it works.'])],
  ['a failing channel', made.noticeWithout('channel_failing', 'Channel "pager" fails.', ['It answered 503.'])],
  ['a summary', made.summaryOf(made.badNight(300))],
];

describe.each(bodyFormats)('%s', (format) => {
  test.each(notices)('takes %s', (_what, notice) => {
    const posts = [
      composeWebhook(target(format), notice, context),
      composeTestResolve(target(format), notice, context),
    ];
    for (const post of posts.filter((each) => each !== null)) expect(faultsOf(format, post)).toEqual([]);
  });
});

const half = String.fromCharCode(0xd83d);
const pitfalls = [
  '<!channel>',
  '<@U024BE7LH>',
  '<https://evil.example|click>',
  '[click](https://evil.example)',
  '<at>everyone</at>',
  '{{DATE(2026-11-22T00:00:00Z)}}',
  '*bold* _it_ ~no~ `code` ```',
  '"; DROP TABLE event; --',
  '\r\nBcc: victim@example.org\r\n\r\n',
  '\u202egpj.exe',
  '../..',
  '%2e%2e%2f',
  half,
  '\u0000',
  '',
  ' ',
];
const fillers = ['&', '<', '漢', '😀', '"', '\\', '`', half, '\u202e', '\n', 'x y '];

/** Names of up to 4 KB of the worst that each format knows. */
const hostileName = fc.oneof(
  fc.constantFrom(...pitfalls),
  fc.tuple(fc.constantFrom(...fillers), fc.integer({ min: 1, max: 4096 })).map(([text, count]) => text.repeat(count)),
  fc.string({ unit: 'binary', maxLength: 120 }),
);

const hostileEvent = fc
  .record({
    type: fc.constantFrom(...eventTypes),
    names: fc.record({ director: hostileName, client: hostileName, job: hostileName }),
    text: hostileName,
  })
  .map(({ type, names, text }): EventEnvelope => {
    const event = made.madeEvent(type, names);
    const everywhere = Object.fromEntries(
      Object.entries(event.data).map(([key, value]) => [
        key,
        typeof value === 'string' && !(key in names) ? text : value,
      ]),
    );
    const diagnosis = { code: text, cause: text, nextStep: text, logLine: text };
    const data = { ...everywhere, diagnosis, log: Array.from({ length: 10 }, () => text) };
    return { ...event, summary: `${text} ${event.summary}`, data, links: { page: text } };
  });

const hostileNotice = fc.oneof(
  hostileEvent.map(made.noticeOf),
  fc
    .tuple(fc.array(hostileEvent, { minLength: 1, maxLength: 6 }), hostileName, fc.integer({ min: 1, max: 40 }))
    .map(([events, title, times]) => made.summaryOf(Array.from({ length: times }, () => events).flat(), title)),
  fc.tuple(fc.constantFrom('test', 'channel_failing'), hostileName).map(([kind, text]) =>
    made.noticeWithout(
      kind,
      text || 'x',
      Array.from({ length: 30 }, () => text),
    ),
  ),
);

describe('with hostile names and huge texts', () => {
  test.each(bodyFormats)('a body for %s is what the service takes, within its size', (format) => {
    fc.assert(
      fc.property(hostileNotice, (notice) => {
        const post = composeWebhook(target(format), notice, context);
        if (!post) return;
        expect(faultsOf(format, post)).toEqual([]);
        expect(Buffer.byteLength(post.body)).toBeLessThanOrEqual(mostBytes[format] ?? Infinity);
        expect(new URL(post.url).href).toMatch(
          /^https:\/\/receiver\.example\.org\/in(\/[^/]+\/close\?identifierType=alias)?$/,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('a message for Slack mentions nobody, links to the console alone and stays below 10,000 characters', () => {
    fc.assert(
      fc.property(hostileNotice, (notice) => {
        const { blocks, text } = JSON.parse(composeWebhook(target('slack'), notice, context)!.body) as {
          text: string;
          blocks: unknown[];
        };
        const texts = [text, ...textsIn(blocks)];
        expect(texts.join('').length).toBeLessThan(10_000);
        const marks = texts.flatMap((each) => each.match(/<[^>]*>?/g) ?? []);
        expect(marks).toEqual([expect.stringMatching(/^<https:\/\/backup\.example\.org\/[^<>| ]*\|[A-Z][a-zA-Z ]+>$/)]);
        expect(texts.flatMap((each) => each.match(/&(?!amp;|lt;|gt;)/g) ?? [])).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('a card for Teams has no text that is read as Markdown, and links to the console alone', () => {
    fc.assert(
      fc.property(hostileNotice, (notice) => {
        const { body } = composeWebhook(target('teams'), notice, context)!;
        expect(body).not.toContain('"TextBlock"');
        expect([...body.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => new URL(url!).origin)).toEqual([made.baseUrl]);
      }),
      { numRuns: 100 },
    );
  });

  test('a mail has one line as its subject, no header of a name, no foreign link and less than 200 KB', () => {
    fc.assert(
      fc.property(hostileNotice, (notice) => {
        const mail = composeMail(made.emailTarget, notice, { ...context, ownAddress: 'backup@example.org' });
        expect(mail.subject).toMatch(/^\[Backup Console\] [^\p{Cc}\p{Cs}\u202e]{1,103}$/u);
        for (const value of Object.values(mail.headers)) expect(value).toMatch(/^[\x20-\x7e]{1,200}$/);
        expect(Buffer.byteLength(mail.html) + Buffer.byteLength(mail.text)).toBeLessThan(200_000);
        for (const [, href] of mail.html.matchAll(/href="([^"]*)"/g)) expect(new URL(href!).origin).toBe(made.baseUrl);
        expect(
          mail.html.match(/<(?!\/?(html|head|meta|title|style|body|table|tr|td|p|h1|br|span|a|div)[ >]|!doctype)/g),
        ).toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});

/** Every `text` that is a text, however deep. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : textsIn(inner),
  );
}
