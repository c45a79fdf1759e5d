import { type UseQueryResult } from '@tanstack/react-query';
import { type Schemas } from '../api/ask';
import { useAsked } from '../api/queries';
import { shortTime } from '../parts/format';
import { isGood, isUnusual } from '../parts/run-status';
import { Time } from '../parts/time';
import { useZone } from '../parts/zone';
import { daySpan, type Outcome, Squares } from '../picture/squares';
import { squaresWords } from '../picture/squares.words';
import { useWords } from '../words/words';
import { jobsWords } from './jobs.words';

type Job = Schemas['JobRecord'];
type RunPage = Schemas['RunRecordPage'];

const shownResults = 14;

const momentOf = ({ lastRun }: Job) => [lastRun?.uniqueName, lastRun?.status];

/** The job's latest runs, newest first; asked again when its newest one is another or stands otherwise. */
export function useJobResults(job: Job): UseQueryResult<RunPage> {
  const { director, name, lastRun } = job;
  const query = { director, job: name, limit: shownResults };
  return useAsked(
    ['job-results', director, name, ...momentOf(job)],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: lastRun !== null, keepsOld: true },
  );
}

/** One square a run, the newest at the right; the numbers are said in words. */
export function LastResults({ job }: { readonly job: Job }) {
  const { resultsOf, resultOf } = useWords(jobsWords);
  const { outcomes } = useWords(squaresWords);
  const zone = useZone();
  const { data } = useJobResults(job);
  const runs = [...(data?.items ?? [])].reverse().map((run) => ({ ...run, outcome: outcomeOf(run) }));
  const [first, last] = [runs[0], runs.at(-1)];
  if (job.lastRun === null || !first || !last) return null;
  const counted = (...statuses: readonly string[]) => runs.filter(({ status }) => statuses.includes(status)).length;
  const unusual = runs.filter(isUnusual).length;
  const label = resultsOf(runs.length, counted('completed'), counted('warning'), counted('error', 'canceled'), unusual);
  const squares = runs.map((run) => ({
    key: run.uniqueName,
    outcome: run.outcome,
    text: resultOf(shortTime(timeOf(run), zone), run.jobId, outcomes[run.outcome]),
  }));
  return <Squares label={label} of={squares} span={daySpan(timeOf(first), timeOf(last), zone)} />;
}

const outcomeOf = (run: Schemas['RunRecord']): Outcome => (isUnusual(run) ? 'unusual' : run.status);

const timeOf = ({ endedAt, queuedAt }: Schemas['RunRecord']): string => endedAt ?? queuedAt;

/** The newest run from which something can be restored: undefined while it is not known, null for a job that never had one. */
export function useLastGood(job: Job): RunPage['items'][number] | null | undefined {
  const { director, name, lastRun } = job;
  const { data } = useJobResults(job);
  const good = data?.items.find(isGood);
  // Only a job that failed for long has it further back.
  const isFarBack = data !== undefined && !good && data.nextCursor !== null;
  const query = { director, job: name, status: 'completed,warning', limit: 1 };
  const further = useAsked(
    ['job-results', 'good', director, name, ...momentOf(job)],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: isFarBack },
  );
  if (lastRun === null) return null;
  const from = isFarBack ? further.data : data;
  return from && (from.items.find(isGood) ?? null);
}

/** When the last run ended from which something can be restored. */
export function LastGood({ job }: { readonly job: Job }) {
  const { never, noneLeft } = useWords(jobsWords);
  const run = useLastGood(job);
  if (run === undefined) return null;
  // One that never had any is of another status.
  const isLost = job.protection.status === 'crit' && job.protection.lastGoodAt === null;
  if (isLost) return <span className="quiet">{noneLeft}</span>;
  const at = run?.endedAt ?? null;
  return at === null ? <span className="quiet">{never}</span> : <Time at={at} />;
}
