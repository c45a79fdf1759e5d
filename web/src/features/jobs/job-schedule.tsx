import { type UseQueryResult } from '@tanstack/react-query';
import { asProblem, type Schemas } from '../../api/request';
import { useDirectors } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { ErrorMessage } from '../../components/error-message';
import { duration } from '../../components/format';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useNow } from '../../components/use-now';
import { useZone, ZoneNote } from '../../components/timezone';
import { type Messages, useMessages } from '../../i18n/messages';
import { type Pattern, patternOf, type DayRule, type Rule } from './schedule-pattern';
import { locale } from '../../i18n/language';

/** Fewer times of a day are said each. */
const mostTimes = 4;

/** The schedule as lines of words: "Full: first Sunday of the month 23:05". */
function scheduleLines(
  pattern: Pattern,
  messages: Messages['jobs'],
  span: (seconds: number) => string,
): readonly string[] {
  if ('everySeconds' in pattern) return [messages.rule(pattern.level, messages.every(span(pattern.everySeconds)))];
  return pattern.rules.map(({ level, on, times }: Rule) =>
    messages.rule(level, `${daysText(on, messages)} ${timesText(times, messages)}`),
  );
}

function timesText(times: readonly number[], messages: Messages['jobs']): string {
  const texts = times.map(
    (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );
  if (texts.length <= mostTimes) return texts.join(', ');
  return messages.timesADay(texts.length, texts[0] ?? '', texts.at(-1) ?? '');
}

function daysText(on: DayRule, messages: Messages['jobs']): string {
  if (on.kind === 'daily') return messages.daily;
  if (on.kind === 'monthDays') return messages.onMonthDays(on.days.join(', '));
  const [only] = on.weekdays;
  const isOne = only !== undefined && on.weekdays.length === 1;
  if (on.kind === 'weekdays') return isOne ? messages.eachWeekday(weekdayName(only, 'long')) : several(on.weekdays);
  const names = isOne ? weekdayName(only, 'long') : several(on.weekdays);
  return messages.inMonth(
    ranges(
      on.weeks.map((week) => messages.ordinals[week - 1] ?? String(week)),
      on.weeks,
    ),
    names,
  );
}

function several(weekdays: readonly number[]): string {
  return ranges(
    weekdays.map((weekday) => weekdayName(weekday, 'short')),
    weekdays,
  );
}

/** "Mon–Sat" where numbers follow each other, else each. */
function ranges(texts: readonly string[], numbers: readonly number[]): string {
  const follow = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return follow && texts.length > 2 ? `${texts[0] ?? ''}–${texts.at(-1) ?? ''}` : texts.join(', ');
}

function weekdayName(weekday: number, form: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday));
  return new Intl.DateTimeFormat(locale(), { weekday: form, timeZone: 'UTC' }).format(day);
}

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
  const { timesIn } = useMessages('common');
  const { pattern, zoneName } = useRule(job);
  if (job.schedule === null) return <span className="quiet">{messages.noSchedule}</span>;
  return (
    <>
      {job.schedule}
      {pattern !== null && (
        <ul className="plain quiet">
          {scheduleLines(pattern, messages, duration).map((line) => (
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
