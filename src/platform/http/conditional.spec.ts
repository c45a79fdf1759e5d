import { expect, test } from '@jest/globals';
import { etagOf, namesTag } from './conditional.interceptor.js';

const etag = etagOf({ name: 'one' });
const bare = etag.slice(1, -1);

test.each([
  etag,
  `W/${etag}`,
  `"${bare}-gzip"`,
  `W/"${bare}-gzip"`,
  `"${bare};gzip"`,
  `"${bare}-br"`,
  `"${bare}-deflate"`,
  `"other-gzip" , "${bare}-gzip"`,
  '*',
])('%s names the ETag, whatever a proxy that compresses made of it', (header) => {
  expect(namesTag(header, etag)).toBe(true);
});

test.each([
  undefined,
  '',
  bare,
  `"${bare}-gzip`,
  `"${bare}-gzip-gzip"`,
  `"${bare}gzip"`,
  `"${bare.slice(1)}-gzip"`,
  '"-gzip"',
  `"${bare}-GZIP-more"`,
])('%s does not name the ETag', (header) => {
  expect(namesTag(header, etag)).toBe(false);
});

test('an ETag that happens to end like what a proxy appends names itself', () => {
  const unlucky = `"${'x'.repeat(24)}-br"`;
  expect(namesTag(unlucky, unlucky)).toBe(true);
});

test('an ETag is of what happened: not of time that passes, nor of room that comes and goes', () => {
  const health = (seconds: number, bytes: number, runs: number) => ({
    checkedAt: new Date(seconds * 1000),
    checks: [
      { id: 'record.lag', value: seconds, unit: 'seconds', params: {} },
      { id: 'clients.silence', value: 1, unit: 'clients', params: { oldestSeconds: seconds } },
      { id: 'storage.space', value: bytes, unit: 'bytes', params: { freeShare: bytes / 1000 } },
      { id: 'runs.failed', value: runs, unit: 'runs', params: {} },
    ],
  });
  expect(etagOf(health(9, 700, 0))).toBe(etagOf(health(1, 800, 0)));
  expect(etagOf(health(1, 800, 1))).not.toBe(etagOf(health(1, 800, 0)));
});
