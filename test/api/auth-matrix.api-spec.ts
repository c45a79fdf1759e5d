// Takes 20 s and more. Asks every operation as every kind of caller.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilities, type RequiredCapability } from '../../src/domain/principal.js';
import { isUnsafe } from '../../src/features/access/role.guard.js';
import { type AccessRow, accessTable, pagesApart, sampleOf } from '../harness/fixtures/access-table.js';
import { adminCookie } from '../harness/fixtures/access-calls.js';
import { documentedOperations } from '../harness/fixtures/document.js';
import { liveRoutes } from '../harness/fixtures/live-routes.js';
import { CustomCaller, type MatrixCaller, matrixCallers } from '../harness/fixtures/matrix-callers.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { type RawAnswer, sendRaw } from '../harness/fixtures/raw-request.js';
import { testOptions } from '../harness/fixtures/test-options.js';

/** `refused`: the guard's code, or null where the caller was let in, whatever became of the request. */
type Outcome = readonly [caller: string, status: number, refused: string | null];

let fake: FakeApp;
let callers: readonly MatrixCaller[];
let custom: CustomCaller;

beforeAll(async () => {
  // Refused credentials are counted by address; each route is asked from one of its own.
  fake = await startFakeApp({ TRUSTED_PROXIES: '127.0.0.1', REQUESTS_PER_MINUTE: '0' });
  addRuns(fake);
  callers = await matrixCallers(fake.app, fake.admin.cookie);
  custom = await CustomCaller.make(fake.app, await adminCookie(fake.app));
});

afterAll(() => fake.app.stop());

const documented = new Map(
  documentedOperations().map((operation) => [`${operation.method} /api/v1${operation.path}`, operation]),
);
const routes = Object.keys(accessTable).map((route, index) => [route, `10.0.${index}.1`] as const);
const guarded = routes.filter(([route]) => accessTable[route]?.needs !== 'none');
const errorKinds: readonly string[] = [
  'missing_capability',
  'session_required',
  'cross_site_request',
  'unauthenticated',
];

function ask(route: string, caller: MatrixCaller, address: string, method?: string): Promise<RawAnswer> {
  const { path, row, ...sample } = sampleOf(route);
  const type: Record<string, string> = row.body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...type, ...row.headers, ...caller.headers, 'x-forwarded-for': address };
  const body = row.body === undefined ? {} : { body: JSON.stringify(row.body) };
  return sendRaw(fake.app.url, { method: method ?? sample.method, path, headers, ...body });
}

/** What document and contract say that this caller gets: the one place where the rules stand. */
function expectedOf(route: string, caller: MatrixCaller, method = sampleOf(route).method): Outcome {
  const refused = expectedRefusal(sampleOf(route).row, caller, isUnsafe(method));
  if (refused === null) return [caller.name, sampleOf(route).row.answers, null];
  return [caller.name, refused === 'unauthenticated' ? 401 : 403, refused];
}

function expectedRefusal({ needs, sessionOnly }: AccessRow, caller: MatrixCaller, writes: boolean): string | null {
  const isForeignWrite = writes && caller.isForeign === true;
  if (needs === 'none') return isForeignWrite ? 'cross_site_request' : null;
  if (caller.kind === 'stranger') return 'unauthenticated';
  if (isForeignSession(caller, writes)) return 'cross_site_request';
  if (sessionOnly && caller.kind === 'token') return 'session_required';
  return mayDo(needs, caller) ? null : 'missing_capability';
}

/** A cookie serves no other site, not even to read; an Origin alone matters only where something is written. */
function isForeignSession({ kind, headers, isForeign }: MatrixCaller, writes: boolean): boolean {
  return kind === 'session' && (headers['sec-fetch-site'] === 'cross-site' || (writes && isForeign === true));
}

function mayDo(needs: RequiredCapability, caller: MatrixCaller): boolean {
  return needs === 'authenticated' || caller.holds.has(needs);
}

function outcomeOf(caller: MatrixCaller, { status, code }: RawAnswer): Outcome {
  return [caller.name, status, code !== null && errorKinds.includes(code) ? code : null];
}

/** A role that holds exactly what the route needs, and one that holds everything but that. */
async function* everybody(route: string): AsyncGenerator<MatrixCaller> {
  yield* callers;
  const { needs } = sampleOf(route).row;
  if (needs === 'none') return;
  yield await custom.holding('a role of just this', needs === 'authenticated' ? [] : [needs]);
  yield await custom.holding(
    'a role of all but this',
    capabilities.filter((word) => word !== needs),
  );
}

/** HEAD and OPTIONS pass the same guard as all methods: every caller asks by them in `npm run test:all` only. */
function oneOfEachKind(): readonly MatrixCaller[] {
  const kinds = new Set(callers.map(({ kind }) => kind));
  return [...kinds].map((kind) => callers.find((caller) => caller.kind === kind)!);
}

describe('the access table', () => {
  test('has a row for each route that is served, and no other', () => {
    const served = liveRoutes(fake.app.application).filter((route) => !route.includes('/careless/'));
    expect([...Object.keys(accessTable), ...pagesApart].sort()).toEqual(served.sort());
  });

  test.each([...documented])('says of %s what the document says', (route, { requiredCapability, sessionOnly }) => {
    const { row } = sampleOf(route);
    expect([requiredCapability, sessionOnly]).toEqual([row.needs, row.sessionOnly ?? false]);
  });
});

describe('each caller gets what they may', () => {
  test.each(routes)('%s', async (route, address) => {
    const before = fake.one.orders.length;
    const seen: Outcome[] = [];
    const expected: Outcome[] = [];
    for await (const caller of everybody(route)) {
      const answer = await ask(route, caller, address);
      seen.push(outcomeOf(caller, answer));
      expected.push(expectedOf(route, caller));
      if (answer.code === 'unauthenticated') {
        const hasToken = caller.headers['authorization']?.startsWith('Bearer') === true;
        const challenge = hasToken ? 'Bearer error="invalid_token"' : 'Bearer';
        expect(answer.headers['www-authenticate']).toBe(challenge);
      }
    }
    expect(seen).toEqual(expected);
    // What was refused never came as far as the Director.
    expect(fake.one.orders.length - before).toBe(seen.filter(([, status]) => status === 202).length);
  });
});

describe('HEAD', () => {
  test.each(routes.filter(([route]) => route.startsWith('GET ')))(
    'of %s is refused as GET is',
    async (route, address) => {
      const seen: Outcome[] = [];
      const expected: Outcome[] = [];
      for await (const caller of testOptions.isFull ? everybody(route) : oneOfEachKind()) {
        const { status, text } = await ask(route, caller, address, 'HEAD');
        seen.push([caller.name, status, text]);
        expected.push([caller.name, expectedOf(route, caller, 'HEAD')[1], '']);
      }
      expect(seen).toEqual(expected);
    },
  );
});

describe('OPTIONS', () => {
  test.each(guarded)(
    'at the address of %s names the methods, says nothing to strangers and allows no other origin',
    async (route, address) => {
      for (const caller of testOptions.isFull ? callers : oneOfEachKind()) {
        const { status, headers } = await ask(route, caller, address, 'OPTIONS');
        expect([caller.name, status]).toEqual([caller.name, caller.kind === 'stranger' ? 401 : 204]);
        if (status === 204) expect(headers['allow']?.split(', ')).toContain(sampleOf(route).method);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );
});

describe('pages', () => {
  test('are shown to anybody, with a good or a bad credential', async () => {
    for (const caller of callers) {
      const answer = await sendRaw(fake.app.url, { method: 'GET', path: '/', headers: caller.headers });
      // 404: the page was not built before the tests.
      expect([200, 404]).toContain(answer.status);
    }
  });

  test('of the document are shown to sessions, and a sign-in form to all others', async () => {
    for (const { name, kind, headers } of callers) {
      const { status } = await sendRaw(fake.app.url, { method: 'GET', path: '/docs', headers });
      expect([name, status]).toEqual([name, kind === 'session' ? 200 : 401]);
    }
  });
});
