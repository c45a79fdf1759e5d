import { type Api, asProblem, type Outcome, Refused, type Schemas } from '../api/ask';

export type Impact = Schemas['PurgeImpact'];
export type Forgotten = Schemas['PurgedVolume'];
export type Forgetting = Schemas['ForgettingAction'];

/** What would be lost, and the mark of exactly that. */
export interface SeenImpact {
  readonly impact: Impact;
  readonly impactHash: string;
}

export interface ForgetTarget {
  readonly action: Forgetting;
  readonly volume: string;
  readonly director: string;
}

export function postForget(
  api: Api,
  { action, volume, director }: ForgetTarget,
  body: Schemas['PurgeBody'],
  signal?: AbortSignal,
): Promise<Outcome<Forgotten>> {
  const given = { params: { path: { name: volume }, query: { director } }, body, ...(signal ? { signal } : {}) };
  return action === 'prune'
    ? api.POST('/api/v1/storage-media/volumes/{name}/prune', given)
    : api.POST('/api/v1/storage-media/volumes/{name}/purge', given);
}

function impactIn(problem: unknown): SeenImpact | null {
  const { impact, impactHash } = (problem ?? {}) as Partial<Schemas['PurgeProblem']>;
  return impact && impactHash !== undefined ? { impact, impactHash } : null;
}

/** Without a confirmation nothing is done: the refusal tells what would be lost, which is what is asked here. */
export async function askImpact(api: Api, target: ForgetTarget, signal: AbortSignal): Promise<Outcome<SeenImpact>> {
  const { error, response } = await postForget(api, target, {}, signal);
  const seen = impactIn(error);
  return seen ? { data: seen, response: new Response() } : { error, response };
}

/** What a refusal of a confirmed deed tells anew; null where it tells of something else. */
export function changedImpact(error: unknown): SeenImpact | null {
  return error instanceof Refused ? impactIn(asProblem(error)) : null;
}
