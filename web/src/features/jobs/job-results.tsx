import { type UseQueryResult } from '@tanstack/react-query';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { figuresOf } from '../../api/unwrap-json';
import { useApiQuery } from '../../api/queries';
import { dayName, shortTime } from '../../components/format';
import { isGood, isUnusual } from '../../components/run-status';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { daySpan, type Outcome, type SquareOf, Squares } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobRecord'];
type RunPage = Schemas['RunRecordPage'];

const shownResults = 14;

const indexVersionOf = ({ lastRun }: Job) => [lastRun?.uniqueName, lastRun?.status];

/** The job's latest runs, newest first; asked again when its newest one is another or stands otherwise. */
export function useJobResults(job: Job): UseQueryResult<RunPage> {
  const { director, name, lastRun } = job;
  const query = { director, job: name, limit: shownResults };
  return useApiQuery(
    ['job-results', director, name, ...indexVersionOf(job)],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: lastRun !== null, keepsOld: true },
  );
}

const missedDays = 90;

/** Days on which starts of the job were missed. What has no schedule misses none. */
function useMissedDays({ director, name, protection }: Job): readonly Schemas['JobDay'][] {
  const isAllowed = usePermissionError('stats:read') === null;
  const { data } = useApiQuery(
    ['job-results', 'missed', director, name],
    (api, signal) =>
      figuresOf(
        api.GET('/api/v1/stats/jobs/days', {
          params: { query: { director, job: name, days: missedDays, limit: 1 } },
          signal,
        }),
      ),
    { enabled: isAllowed && protection.status !== 'not_monitored' },
  );
  return (data?.items[0]?.days ?? []).filter(({ missed }) => missed > 0);
}

interface Result {
  readonly at: string;
  readonly square: SquareOf;
  /** null: a day with missed starts. */
  readonly run: Schemas['RunRecord'] | null;
}

/** The latest runs, and between them the days with missed starts; the oldest first. */
function useResults(job: Job): readonly Result[] {
  const { resultOf, missedOn } = useMessages('jobs');
  const { outcomes } = useMessages('heatmap');
  const zone = useZone();
  const { data } = useJobResults(job);
  const missed = useMissedDays(job);
  const runs = (data?.items ?? []).map((run): Result => {
    const [at, outcome] = [timeOf(run), outcomeOf(run)];
    const text = resultOf(shortTime(at, zone), run.jobId, outcomes[outcome]);
    return { at, run, square: { key: run.uniqueName, outcome, text } };
  });
  const since = runs.at(-1)?.at ?? '';
  // At the end of its day: which of its starts was missed is not known here.
  const days = missed.map(({ day, missed: starts }): Result => {
    return {
      at: `${day}T23:59:59.999Z`,
      run: null,
      square: { key: day, outcome: 'missed', text: missedOn(dayName(day), starts) },
    };
  });
  return [...runs, ...days.filter(({ at }) => at > since)].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-shownResults);
}

/** One square a run, and one a day with missed starts, the newest at the right; the numbers are said in words. */
export function LastResults({ job }: { readonly job: Job }) {
  const { resultsOf, missedOf } = useMessages('jobs');
  const zone = useZone();
  const results = useResults(job);
  const [first, last] = [results[0], results.at(-1)];
  if (job.lastRun === null || !first || !last) return null;
  const runs = results.flatMap(({ run }) => run ?? []);
  const counted = (...statuses: readonly string[]) => runs.filter(({ status }) => statuses.includes(status)).length;
  const unusual = runs.filter(isUnusual).length;
  const said = resultsOf(runs.length, counted('completed'), counted('warning'), counted('error', 'canceled'), unusual);
  const missed = results.length - runs.length;
  const label = missed === 0 ? said : `${said} ${missedOf(missed)}`;
  const span = daySpan(first.at, last.at, first.run && last.run ? zone : 'UTC');
  return <Squares label={label} of={results.map(({ square }) => square)} span={span} />;
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
  const further = useApiQuery(
    ['job-results', 'good', director, name, ...indexVersionOf(job)],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: isFarBack },
  );
  if (lastRun === null) return null;
  const from = isFarBack ? further.data : data;
  return from && (from.items.find(isGood) ?? null);
}

/** When the last run ended from which something can be restored. */
export function LastGood({ job }: { readonly job: Job }) {
  const { never, noneLeft } = useMessages('jobs');
  const run = useLastGood(job);
  if (run === undefined) return null;
  // One that never had any is of another status.
  const isLost = job.protection.status === 'crit' && job.protection.lastGoodAt === null;
  if (isLost) return <span className="quiet">{noneLeft}</span>;
  const at = run?.endedAt ?? null;
  return at === null ? <span className="quiet">{never}</span> : <Time at={at} />;
}
