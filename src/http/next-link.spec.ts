import { expect, test } from '@jest/globals';
import { nextLinkOf } from './next-link.interceptor.js';

test('Link is the address of the page with the cursor in place of the one before', () => {
  const link = nextLinkOf('/api/v1/operations/runs?job=a%26b&cursor=old&limit=2', { items: [], nextCursor: 'n+/w' });
  expect(link).toBe('</api/v1/operations/runs?job=a%26b&cursor=n%2B%2Fw&limit=2>; rel="next"');
});

test.each([
  ['the last page', { items: [], nextCursor: null }],
  ['no page', { nextCursor: 7 }],
  ['nothing', undefined],
  ['a page whose next address is longer than proxies take', { nextCursor: 'x'.repeat(2_000) }],
])('%s has no Link', (_, body) => {
  expect(nextLinkOf('/api/v1/clients', body)).toBeNull();
});
