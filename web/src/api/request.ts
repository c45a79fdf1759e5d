import createClient, { type Client } from 'openapi-fetch';
import { type components, type paths } from './api.generated';
import { connection } from './connection';
import { sendWhenOpen } from './request-gate';

let lastMs = Date.now();
for (const kind of ['pointerdown', 'keydown']) {
  window.addEventListener(kind, () => (lastMs = Date.now()), { capture: true, passive: true });
}

/** When somebody last touched the page, in milliseconds since 1970. */
const lastActivityAt = (): number => lastMs;

export type Schemas = components['schemas'];
type Told = Schemas['Problem'];
/** A refusal of the API, or what the page itself met: its code is none of the API's then. */
export type Problem = Pick<Told, 'title' | 'detail'> &
  Partial<Pick<Told, 'status' | 'requestId' | 'reason' | 'params' | 'errors' | 'requiredCapability'>> & {
    readonly code: string;
    /** What the page says in place of `detail`, in the words of the moment. */
    readonly said?: string;
    /** The console itself cannot be reached: a band above the page says so, and the problem ends when the console is back. */
    readonly isConsoleAway?: boolean;
  };
export type Api = Client<paths>;

/** Where the console stands, a path of a proxy included. */
export const base = new URL('.', document.baseURI).href.replace(/\/$/, '');

/** A little longer than the slowest answer of the API: a Director has a minute. */
const answerWithinMs = 75_000;
const touchLastsMs = 30_000;

/** What the page asks by itself, with nobody at it, must not keep a session alive. */
function send(request: Request): Promise<Response> {
  if (request.method !== 'GET') return fetchInTime(request);
  if (Date.now() - lastActivityAt() > touchLastsMs) request.headers.set('x-background', '1');
  return sendWhenOpen(request, fetchInTime);
}

function fetchInTime(request: Request, ...given: readonly AbortSignal[]): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(answerWithinMs), ...given]) });
}

/** An ETag does not tell of progress, ages and free space: with the browser's copy behind it, the page would show old ones. */
const cache = 'no-store';
const client = createClient<paths>({ baseUrl: base, fetch: send, cache });

const probeWithinMs = 5_000;
/** What a proxy answers whose console is away. */
const gatewayStatuses = [502, 503, 504];

/** The API answers JSON, also when it refuses. A proxy in front of a console that is away answers a page of its own. */
function isOfConsole({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false;
}

/** Not held while a sign-out is under way, which may wait for it. */
async function probe(): Promise<boolean> {
  const signal = AbortSignal.timeout(probeWithinMs);
  try {
    return isOfConsole(await fetch(`${base}/api/v1/auth/me`, { headers: { 'x-background': '1' }, signal }));
  } catch {
    return false;
  }
}

/** Whether the console can be reached, probed now. */
export function isReachable(): Promise<boolean> {
  return connection.check(probe);
}

async function isAway(): Promise<boolean> {
  return connection.lostSince() !== null || !(await isReachable());
}

/** A refusal of the API, in its own words. */
export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.detail);
    // Frames would hold the question, and with it the refusal before this one, for as long as the same question is refused.
    this.stack = problem.detail;
  }
}

type Listener = (code: string) => void;
const onRefused = new Set<Listener>();

/** Calls back with the code of every refusal. Answers how to stop. */
export function whenRefused(listener: Listener): () => void {
  onRefused.add(listener);
  return () => void onRefused.delete(listener);
}

export interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

const silent: Problem = {
  title: 'No response',
  detail: "Can't reach the console. Check that it is running.",
  code: 'no_answer',
};
const away: Problem = { ...silent, isConsoleAway: true };

/** A refusal in the API's words; an answer that has none is said by its status. */
export function problemOf(error: unknown, status: number): Problem {
  if (typeof error === 'object' && error !== null && 'detail' in error && 'code' in error) return error as Problem;
  return { title: 'Error', detail: `The console answered with status ${status}.`, code: 'strange_answer', status };
}

/** The data of an answer; throws Refused for everything else. What was given up by its asker stays an AbortError. */
export async function ask<Data>(call: (api: Api) => Promise<Outcome<Data>>): Promise<Data> {
  const outcome = await call(client).catch(async (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused((await isAway()) ? away : silent, 0);
  });
  if (isOfConsole(outcome.response)) connection.answered();
  if (outcome.response.ok) return outcome.data as Data;
  const isOfGateway = gatewayStatuses.includes(outcome.response.status) && !isOfConsole(outcome.response);
  if (isOfGateway && (await isAway())) throw new Refused(away, 0);
  const refused = new Refused(problemOf(outcome.error, outcome.response.status), outcome.response.status);
  for (const tell of onRefused) tell(refused.problem.code);
  throw refused;
}

/** What went wrong, as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  return { title: 'Error', detail: error instanceof Error ? error.message : String(error), code: 'page_fault' };
}
