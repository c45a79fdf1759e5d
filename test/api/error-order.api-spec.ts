import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilities } from '../../src/domain/principal.js';
import { isUnsafe } from '../../src/features/access/role.guard.js';
import { accessTable, sampleOf } from '../harness/fixtures/access-table.js';
import { makeToken } from '../harness/fixtures/access-calls.js';
import { CustomCaller } from '../harness/fixtures/matrix-callers.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { type RawRequest, sendRaw } from '../harness/fixtures/raw-request.js';

type Headers = Readonly<Record<string, string>>;

let fake: FakeApp;
let custom: CustomCaller;
let token: string;

beforeAll(async () => {
  fake = await startFakeApp({ TRUSTED_PROXIES: '127.0.0.1', REQUESTS_PER_MINUTE: '0' });
  addRuns(fake);
  custom = await CustomCaller.make(fake.app, fake.admin.cookie);
  token = (await makeToken(fake.app, fake.admin.cookie)).plaintext;
});

afterAll(() => fake.app.stop());

interface ErrorMessage extends Omit<RawRequest, 'method' | 'path'> {
  readonly name: string;
  readonly query?: string;
  /** What somebody gets who may do it: proof that the request is at fault at all. */
  readonly answer: readonly [status: number, code: string];
}

const json = { 'content-type': 'application/json' };
const beyondLimit = 2 * 1024 * 1024;

/** Each is announced or begun only as far as somebody must read who looks at it; more would have to be taken in first. */
const bodyFaults: readonly ErrorMessage[] = [
  { name: 'malformed JSON', headers: json, body: '{broken', answer: [400, 'malformed_json'] },
  { name: 'a body beyond the limit', ...oversized(), answer: [413, 'body_too_large'] },
  { name: 'a wrong media type', headers: { 'content-type': 'text/plain' }, body: 'x', answer: [415, 'unsupported_media_type'] },
  { name: 'a compressed body', headers: { ...json, 'content-encoding': 'gzip' }, body: 'x', answer: [415, 'unsupported_media_type'] },
]; // prettier-ignore
const mistypedBody: ErrorMessage = {
  name: 'a mistyped body',
  headers: json,
  body: '{"no-such-field":[{}]}',
  answer: [400, 'validation_failed'],
};
const unknownQuery: ErrorMessage = {
  name: 'an unknown query parameter',
  query: 'no-such-parameter=1',
  answer: [400, 'validation_failed'],
};

function oversized() {
  return { headers: json, body: '{"name":"', announcedBytes: beyondLimit };
}

const routes = Object.keys(accessTable)
  .filter((route) => route.includes(' /api/'))
  .map((route, index) => [route, `10.1.${index}.1`] as const);
const writes = routes.filter(([route]) => isUnsafe(sampleOf(route).method));

function faultsOf(route: string): readonly ErrorMessage[] {
  const { method, row } = sampleOf(route);
  const ofBodies = isUnsafe(method) ? bodyFaults : [];
  return [...ofBodies, ...(row.body ? [mistypedBody] : []), unknownQuery];
}

async function seenBy(route: string, address: string, fault: ErrorMessage, caller: Headers): Promise<unknown[]> {
  const { method, path } = sampleOf(route);
  const target = fault.query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${fault.query}`;
  const headers = { ...fault.headers, ...caller, 'x-forwarded-for': address };
  const { status, code } = await sendRaw(fake.app.url, { ...fault, method, path: target, headers });
  return [fault.name, status, code];
}

async function allSeenBy(route: string, address: string, caller: Headers): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const fault of faultsOf(route)) seen.push(await seenBy(route, address, fault, caller));
  return seen;
}

function everyFault(route: string, ...outcome: readonly [status: number, code: string]): unknown[] {
  return faultsOf(route).map(({ name }) => [name, ...outcome]);
}

/** Who lacks the route's capability; where it needs none, nobody. */
async function withoutCapability(route: string): Promise<Headers | null> {
  const { needs } = sampleOf(route).row;
  if (needs === 'authenticated' || needs === 'none') return null;
  const others = capabilities.filter((word) => word !== needs);
  return (await custom.holding('others', others)).headers;
}

describe('a faulty request', () => {
  test.each(routes.filter(([route]) => accessTable[route]?.needs !== 'none'))(
    'to %s is 401 for a stranger, 403 for who may not, and bad input only for who may',
    async (route, address) => {
      expect(await allSeenBy(route, address, {})).toEqual(everyFault(route, 401, 'unauthenticated'));
      const lacking = await withoutCapability(route);
      if (lacking)
        expect(await allSeenBy(route, address, lacking)).toEqual(everyFault(route, 403, 'missing_capability'));
      if (sampleOf(route).row.sessionOnly) {
        const byToken = await allSeenBy(route, address, { authorization: `Bearer ${token}` });
        expect(byToken).toEqual(everyFault(route, 403, 'session_required'));
      }
      const allowed = await allSeenBy(route, address, { cookie: fake.admin.cookie });
      expect(allowed).toEqual(faultsOf(route).map(({ name, answer }) => [name, ...answer]));
    },
  );

  test.each(writes)('to %s is 403 from another origin', async (route, address) => {
    const caller = { cookie: fake.admin.cookie, origin: 'https://elsewhere.example' };
    expect(await allSeenBy(route, address, caller)).toEqual(everyFault(route, 403, 'cross_site_request'));
  });

  test('to the log-in is told as what it is: nobody needs a credential there', async () => {
    const seen = await allSeenBy('POST /api/v1/auth/login', '10.2.0.1', {});
    expect(seen).toEqual(faultsOf('POST /api/v1/auth/login').map(({ name, answer }) => [name, ...answer]));
  });
});
