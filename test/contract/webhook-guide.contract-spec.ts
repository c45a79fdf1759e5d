import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { eventTypes } from '../../src/domain/event.js';
import { composeWebhook } from '../../src/features/notifications/formats/compose-webhook.js';
import { newSigningSecret } from '../../src/features/notifications/formats/signing.js';
import { baseUrl, madeEvent, noticeOf, webhookTarget } from '../harness/builders/notification-data.js';

const guide = readFileSync(new URL('../../docs/integrate/webhooks.md', import.meta.url), 'utf8');

type IsGenuine = (headers: Readonly<Record<string, string>>, body: string, secret: string) => boolean;

test('the check that docs/integrate/webhooks.md shows takes our signature and refuses any other', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isGenuine: IsGenuine };
  const [fresh, old, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const notice = noticeOf(madeEvent('job.completed.error', { job: 'Größe' }));
  const postAt = (now: Date) =>
    composeWebhook(webhookTarget('standard', { signingSecrets: [fresh, old] }), notice, { baseUrl, now })!;
  const { headers, body } = postAt(new Date());
  const late = postAt(new Date(Date.now() - 600_000));

  expect([fresh, old].map((secret) => isGenuine(headers, body, secret))).toEqual([true, true]);
  expect(isGenuine(headers, body, stranger)).toBe(false);
  expect(isGenuine(headers, `${body} `, fresh)).toBe(false);
  expect(isGenuine({ ...headers, 'webhook-id': 'other' }, body, fresh)).toBe(false);
  expect(isGenuine(late.headers, late.body, fresh)).toBe(false);
});

test('docs/integrate/webhooks.md lists exactly the events, with their severities', () => {
  const listed = [...guide.matchAll(/^\| `([a-z_]+\.[a-z_.]+)`\s*\|[^|]*\| `(\w+)`\s*\| `/gm)].map(
    ([, type, severity]) => [type, severity],
  );
  expect(listed).toEqual(eventTypes.map((type) => [type, madeEvent(type).severity]));
});
