import { type UseQueryResult } from '@tanstack/react-query';
import { asProblem, type Schemas } from '../../api/request';
import { useDirectors } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { ErrorMessage } from '../../components/error-message';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useNow } from '../../components/use-now';
import { useZone, ZoneNote } from '../../components/timezone';
import { type Pattern, patternOf } from '../../components/schedule-pattern';
import { scheduleLines } from '../../components/schedule-words';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobRecord'];
type Starts = Schemas['PlannedRunRecordPage'];

const shownStarts = 5;
/** Two months, so that a rule of the first Sunday is seen twice. */
const days = 62;
const mostStarts = 200;

/** What the Director will start of the job; asked for again when its schedule is switched. */
export function useStarts({ name, director, enabled, schedule }: Job): UseQueryResult<Starts> {
  return useApiQuery(
    ['jobs', 'starts', director, name, enabled],
    (api, signal) =>
      api.GET('/api/v1/operations/schedule', {
        params: { query: { director, job: name, days, limit: mostStarts } },
        signal,
      }),
    { enabled: schedule !== null && enabled },
  );
}

/**
 * The schedule as a rule in the zone of the page. Where there is none in that zone, as in weeks in which clocks change, it is the rule
 * in the Director's zone, which is then named.
 */
function useRule(job: Job): { readonly pattern: Pattern | null; readonly zoneName: string | null } {
  const shown = useZone();
  const own = useDirectors().find(({ name }) => name === job.director)?.timezone ?? undefined;
  const now = useNow();
  const { items = [], nextCursor = null } = useStarts(job).data ?? {};
  const isCut = nextCursor !== null;
  const onShown = patternOf(items, isCut, shown, now);
  if (onShown !== null) return { pattern: onShown, zoneName: null };
  return { pattern: own === undefined ? null : patternOf(items, isCut, own, now), zoneName: own ?? null };
}

/** The schedule by name and in words. */
export function ScheduleInWords({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const words = useMessages('schedule');
  const { timesIn } = useMessages('common');
  const { pattern, zoneName } = useRule(job);
  if (job.schedule === null) return <span className="quiet">{messages.noSchedule}</span>;
  return (
    <>
      {job.schedule}
      {pattern !== null && (
        <ul className="plain quiet">
          {scheduleLines(pattern, words).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {'rules' in pattern && zoneName !== null && <li>{timesIn(zoneName)}</li>}
        </ul>
      )}
    </>
  );
}

/** The next starts by the clock. */
export function NextStarts({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const { data, error } = useStarts(job);
  if (!job.enabled) return <State of="paused" text={messages.isOut} />;
  if (job.schedule === null) return <span className="quiet">{messages.notPlanned}</span>;
  const problem = error === null ? null : asProblem(error);
  if (problem?.code === 'not_supported_by_director') return <span className="quiet">{messages.untoldStarts}</span>;
  if (data === undefined) return <ErrorMessage problem={problem} />;
  if (data.items.length === 0) {
    return job.nextRunAt === null ? (
      <span className="quiet">{messages.notPlanned}</span>
    ) : (
      <Time at={job.nextRunAt} as="day" />
    );
  }
  return (
    <>
      <ol className="plain starts">
        {data.items.slice(0, shownStarts).map(({ at, level }) => (
          <li key={`${at} ${level}`}>
            <Time at={at} as="day" /> <span className="quiet">{level}</span>
          </li>
        ))}
      </ol>
      <ZoneNote />
    </>
  );
}
