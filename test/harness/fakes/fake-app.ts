import { RunSyncService } from '../../../src/features/runs/sync/run-sync-workers.service.js';
import { AccessApp } from '../fixtures/access-app.js';
import { adminCookie, type Answer, call, makePerson } from '../fixtures/access-calls.js';
import { makeClient, makeJob, makeRun } from '../builders/domain-records.js';
import { FakeDirector } from './fake-director.js';

type Headers = Readonly<Record<string, string>>;

/** One caller of the console. */
export interface Caller {
  get(path: string, headers?: Headers): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  readonly cookie: string;
}

/** The console's routes over two fake Directors: what no real Director can be made to do at will. */
export interface FakeApp {
  readonly app: AccessApp;
  /** The default Director. */
  readonly one: FakeDirector;
  readonly two: FakeDirector;
  readonly admin: Caller;
  readonly operator: Caller;
  readonly readonly: Caller;
}

export async function startFakeApp(environment: Record<string, string> = {}): Promise<FakeApp> {
  const [one, two] = [new FakeDirector('one', true), new FakeDirector('two', false)];
  for (const director of [one, two]) {
    director.jobs.push(makeJob({ director: director.name }));
    director.clients = [makeClient({ director: director.name })];
  }
  const app = await AccessApp.start(environment, [one, two]);
  const admin = await adminCookie(app);
  const otto = await makePerson(app, admin, 'otto', 'operator');
  const rita = await makePerson(app, admin, 'rita', 'readonly');
  return {
    app,
    one,
    two,
    admin: callerOf(app, admin),
    operator: callerOf(app, otto.cookie),
    readonly: callerOf(app, rita.cookie),
  };
}

/** A history: a scheduled run, a failed one with its log and a restore at Director one, a later run at Director two. */
export function addRuns({ one, two }: FakeApp): void {
  one.records.runs.push(makeRun({ jobId: 1, comment: 'schedule:Nightly' }));
  one.records.runs.push(makeRun({ jobId: 2, status: 'error', statusCode: 'f', errors: 1 }));
  one.records.runs.push(
    makeRun({ jobId: 3, type: 'Restore', job: 'Restore files', queuedAt: new Date('2026-11-20T20:59:00Z') }),
  );
  two.records.runs.push(makeRun({ jobId: 1, director: 'two', queuedAt: new Date('2026-11-20T21:30:00Z') }));
  const texts = ['Start Backup JobId 2', 'Fatal error: write failed: ENOSPC: no space left on device, write'];
  one.records.logs.set(
    2,
    texts.map((text, index) => ({ id: index + 1, at: new Date('2026-11-20T21:00:01Z'), text })),
  );
}

/** What a test wrote in the fake is on record when somebody asks for it. A Director that a test made fail is not waited for. */
async function onRecord(app: AccessApp): Promise<void> {
  await app
    .get(RunSyncService)
    .catchUp()
    .catch(() => undefined);
}

export function callerOf(app: AccessApp, cookie: string): Caller {
  const at = (path: string): string => `/api/v1${path}`;
  return {
    cookie,
    get: async (path, headers = {}) => {
      await onRecord(app);
      return call(app, 'GET', at(path), { cookie, headers });
    },
    post: (path, body, headers = {}) => call(app, 'POST', at(path), { cookie, body, headers }),
    patch: (path, body) => call(app, 'PATCH', at(path), { cookie, body }),
    put: (path, body) => call(app, 'PUT', at(path), { cookie, body }),
    delete: (path) => call(app, 'DELETE', at(path), { cookie }),
  };
}
