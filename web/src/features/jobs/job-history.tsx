import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { count, duration, exact, hourOrDay, size } from '../../components/format';
import { RunState, useRunStateText } from '../../components/run-state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { AsTable } from '../../charts/chart-as-table';
import { roundUpBytes, roundUpSeconds } from '../../charts/bar-axis';
import { type BarPart, type Tone } from '../../charts/bar-segment';
import { type Bar, DayBars } from '../../charts/day-bars';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobRecord'];
type Run = Schemas['RunRecord'];

const mostRuns = 30;
/** Fewer runs show no course. */
const fewestRuns = 2;
const ended = 'completed,warning,error,canceled';
const tones: readonly Tone[] = ['strong', 'middle', 'light', 'off'];
const levels = ['Full', 'Differential', 'Incremental'];

/** What each of the latest runs saved, and how long it took. */
export function JobHistory({ job: { name, director, lastRun } }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const query = { director, job: name, status: ended, limit: mostRuns };
  const { data } = useApiQuery(
    ['job-results', 'history', director, name, lastRun?.uniqueName, lastRun?.status],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: lastRun !== null, keepsOld: true },
  );
  const runs = [...(data?.items ?? [])].reverse();
  if (runs.length < fewestRuns) return null;
  return (
    <section>
      <h2>{messages.history(runs.length)}</h2>
      <div className="job-courses">
        <Course title={messages.bytes} runs={runs} of={({ bytes }) => bytes} format={size} round={roundUpBytes} />
        <Course
          title={messages.took}
          runs={runs}
          of={({ durationSeconds }) => durationSeconds ?? 0}
          format={duration}
          round={roundUpSeconds}
        />
      </div>
      <AsTable label={messages.asTable}>
        <HistoryTable runs={runs} />
      </AsTable>
    </section>
  );
}

interface CourseProps {
  readonly title: string;
  readonly runs: readonly Run[];
  readonly of: (run: Run) => number;
  readonly format: (value: number) => string;
  readonly round: (value: number) => number;
}

/** One figure of each run as a bar, in the tone of its level. */
function Course({ title, runs, of, format, round }: CourseProps) {
  const messages = useMessages('jobs');
  const stateOf = useRunStateText();
  const zone = useZone();
  const parts = partsOf(runs);
  const bars = runs.map((run): Bar => {
    const [at, value] = [run.queuedAt, of(run)];
    return {
      key: run.uniqueName,
      name: hourOrDay(at, zone),
      text: messages.barText(run.jobId, exact(at, zone), [run.level, stateOf(run), format(value)].join(', ')),
      values: parts.map(({ id }) => (id === run.level ? value : 0)),
    };
  });
  return (
    <div>
      <h3>{title}</h3>
      <DayBars label={messages.chooseRun(title)} end={round(Math.max(...runs.map(of)))} {...{ parts, bars, format }} />
    </div>
  );
}

/** Levels in the order of how much they take; those without a place are gray. */
function partsOf(runs: readonly Run[]): readonly BarPart[] {
  const placeOf = (level: string): number => (levels.includes(level) ? levels.indexOf(level) : levels.length);
  return [...new Set(runs.map(({ level }) => level))]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((level) => ({ id: level, text: level, tone: tones[placeOf(level)] ?? 'off' }));
}

function HistoryTable({ runs }: { readonly runs: readonly Run[] }) {
  const messages = useMessages('jobs');
  const heads = [messages.oneRun, messages.queued, messages.state, messages.level, messages.bytes, messages.took];
  return (
    <Table
      label={messages.history(runs.length)}
      heads={heads}
      figures={[messages.bytes, messages.took]}
      className="hits"
    >
      {[...runs].reverse().map((run) => (
        <Row key={run.uniqueName} name={run.jobId}>
          <Cell of={messages.queued}>
            <Time at={run.queuedAt} as="short" />
          </Cell>
          <Cell of={messages.state}>
            <RunState of={run} />
          </Cell>
          <Cell of={messages.level}>{run.level}</Cell>
          <Cell of={messages.bytes} figure title={messages.exactBytes(count(run.bytes))}>
            {size(run.bytes)}
          </Cell>
          <Cell of={messages.took} figure>
            {duration(run.durationSeconds)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
