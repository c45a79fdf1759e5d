import { type Api, asProblem, type Outcome, Refused, type Schemas } from '../../api/request';

export type Impact = Omit<Schemas['PurgeImpact'], 'action' | 'volume' | 'pool' | 'status'>;
type OfVolume = 'prune' | 'purge' | 'delete' | 'truncate';

/** What would be lost, and the mark of exactly that. */
export interface SeenImpact {
  readonly impact: Impact;
  readonly impactHash: string;
}

/** A volume, and what is to be done with it; or a run that is to be deleted. */
export type ForgetTarget =
  | { readonly action: OfVolume; readonly volume: string; readonly director: string }
  | { readonly action: 'deleteRun'; readonly jobId: number; readonly director: string };

/** What came of it. */
export interface Forgotten {
  readonly target: ForgetTarget;
  readonly runsGone: number;
  readonly runsLeft: number;
  /** Of the volume; null where there is none any more. */
  readonly status: string | null;
  readonly words: string;
}

/** What is typed to confirm it. */
export function nameOf(target: ForgetTarget): string {
  return target.action === 'deleteRun' ? String(target.jobId) : target.volume;
}

export async function postForget(
  api: Api,
  target: ForgetTarget,
  body: Schemas['PurgeBody'],
  signal?: AbortSignal,
): Promise<Outcome<Forgotten>> {
  const answer = await sendForget(api, target, body, signal);
  if (!answer.data) return { error: answer.error, response: answer.response };
  const counts = 'runsGone' in answer.data ? answer.data : { runsGone: 1, runsLeft: 0, status: null };
  const { runsGone, runsLeft, status } = counts;
  return { data: { target, runsGone, runsLeft, status, words: answer.data.words }, response: answer.response };
}

function sendForget(api: Api, target: ForgetTarget, body: Schemas['PurgeBody'], signal?: AbortSignal) {
  const { director } = target;
  const aborting = signal ? { signal } : {};
  if (target.action === 'deleteRun') {
    const params = { path: { jobId: target.jobId }, query: { director } };
    return api.POST('/api/v1/operations/runs/{jobId}/delete', { params, body, ...aborting });
  }
  const given = { params: { path: { name: target.volume }, query: { director } }, body, ...aborting };
  switch (target.action) {
    case 'prune':
      return api.POST('/api/v1/storage-media/volumes/{name}/prune', given);
    case 'purge':
      return api.POST('/api/v1/storage-media/volumes/{name}/purge', given);
    case 'delete':
      return api.POST('/api/v1/storage-media/volumes/{name}/delete', given);
    case 'truncate':
      return api.POST('/api/v1/storage-media/volumes/{name}/truncate', given);
  }
}

function impactIn(problem: unknown): SeenImpact | null {
  const { impact, impactHash } = (problem ?? {}) as Partial<SeenImpact>;
  return impact && impactHash !== undefined ? { impact, impactHash } : null;
}

/** Reads the impact: a request without confirmation changes nothing, and its error lists what would be lost. */
export async function askImpact(api: Api, target: ForgetTarget, signal: AbortSignal): Promise<Outcome<SeenImpact>> {
  const { error, response } = await postForget(api, target, {}, signal);
  const seen = impactIn(error);
  return seen ? { data: seen, response: new Response() } : { error, response };
}

/** The current impact in the error of a confirmed action; null if the error has another reason. */
export function changedImpact(error: unknown): SeenImpact | null {
  return error instanceof Refused ? impactIn(asProblem(error)) : null;
}
