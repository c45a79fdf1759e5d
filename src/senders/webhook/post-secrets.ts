import { type WebhookPost } from '../../domain/senders.port.js';

/** Headers that say nothing of who sends; everything else may be a key. */
const plainHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'user-agent', 'accept']);

/** Words of many addresses; masking them would garble what receivers say and hide nothing. */
const ordinaryParts: ReadonlySet<string> = new Set([
  'alerts',
  'enqueue',
  'events',
  'hook',
  'hooks',
  'incoming',
  'notify',
  'services',
  'webhook',
  'webhooks',
]);

/** What is secret in a request and a receiver may echo: the address and its parts, values of headers, keys in the body. */
export function secretsOf(post: WebhookPost, url: URL): ReadonlySet<string> {
  const inBody = post.body.matchAll(/"\w*(?:key|secret|token|password)"\s*:\s*"([^"\\]{8,})"/gi);
  const keys = [...inBody].map(([, value = '']) => value);
  return new Set([post.url, ...secretsOfAddress(url), ...secretsOfHeaders(post.headers), ...keys]);
}

function secretsOfAddress(url: URL): readonly string[] {
  const parts = url.pathname.split('/').filter((part) => !ordinaryParts.has(part.toLowerCase()));
  const asked = [...url.searchParams].flatMap(([name, value]) => (name.length >= 16 ? [name, value] : [value]));
  const { href, host, hostname, pathname, search } = url;
  return [href, host, hostname, pathname, search, `${pathname}${search}`, ...parts, ...asked];
}

/** Whole values, and what stands behind a scheme such as Bearer or between the commas of a signature. */
function secretsOfHeaders(headers: WebhookPost['headers']): readonly string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    plainHeaders.has(name.toLowerCase()) ? [] : [value],
  );
  return values.flatMap((value) => [
    value,
    ...value.split(/[\s,]+/).filter((part) => part.length >= 8),
    ...basicCredentials(value),
  ]);
}

/** Servers say whom they refuse: user name and password as they decoded them. */
function basicCredentials(value: string): readonly string[] {
  const encoded = /^basic\s+(\S+)$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString();
  return [decoded, decoded.slice(decoded.indexOf(':') + 1)];
}
