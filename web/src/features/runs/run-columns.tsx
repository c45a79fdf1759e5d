import { Link } from '@tanstack/react-router';
import { type Run } from '../../api/stream';
import { type Column } from '../../data-table/column';
import { count, duration, size } from '../../components/format';
import { filesText } from '../../components/run-files';
import { RunState } from '../../components/run-state';
import { Time } from '../../components/time';
import { type Messages } from '../../i18n/messages';

const wide = [120, 1.6] as const;
const figure = [84, 0.5] as const;

const bytesOf = (run: Run): number => run.progress?.bytes ?? run.bytes;

/** Bytes a second: now, or over the whole run; null where it took no time or has not begun. */
export function speedOf(run: Run): number | null {
  // 0: the Director does not know it yet.
  if (run.progress) return run.progress.bytesPerSecond || null;
  return run.durationSeconds ? run.bytes / run.durationSeconds : null;
}

export function Bytes({ of, exactly }: { readonly of: number; readonly exactly: (amount: string) => string }) {
  return <span title={exactly(count(of))}>{size(of)}</span>;
}

const timeOr = (at: string | null) => (at === null ? '–' : <Time at={at} as="seconds" />);

/** Where all Directors are looked at, the link says which one has the run. */
function linkColumn(messages: Messages['runs'], isOfAll: boolean): Column<Run> {
  const cell = ({ jobId, director }: Run) => (
    <Link
      to="/runs/$jobId"
      params={{ jobId: String(jobId) }}
      search={isOfAll ? { director } : {}}
      aria-label={messages.named(jobId)}
    >
      <span className="folded-word">{messages.run} </span>
      {jobId}
    </Link>
  );
  // The catalog numbers runs in the order in which they are queued, and times have whole seconds: the number is what sorts.
  return { id: 'run', fold: 'side', head: messages.run, width: [72, 0], sort: { up: 'oldest', down: 'newest' }, cell };
}

function stateColumn(messages: Messages['runs'], { reason }: Messages['waiting']): Column<Run> {
  const cell = (run: Run) => (
    <span title={run.waitingFor && reason(run.waitingFor)}>
      <RunState of={run} />
      {run.cancelRequestedAt !== undefined && <span className="quiet"> · {messages.cancelRequested}</span>}
      {run.acknowledgement && (
        <span className="quiet" title={run.acknowledgement.note}>
          {' '}
          ·{'\u00a0'}
          {messages.acknowledged}
        </span>
      )}
    </span>
  );
  return { id: 'state', fold: 'side', head: messages.state, width: [112, 3.6], cell };
}

function figureColumns(messages: Messages['runs']): readonly Column<Run>[] {
  const speed = (run: Run) => {
    const value = speedOf(run);
    return value === null ? '–' : messages.perSecond(size(value));
  };
  const inFigures: readonly Column<Run>[] = [
    { id: 'took', head: messages.took, fold: 'rare', width: [100, 0.5], cell: (run) => duration(run.durationSeconds) },
    { id: 'files', head: messages.files, fold: 'rare', cell: filesText },
    { id: 'bytes', head: messages.bytes, cell: (run) => <Bytes of={bytesOf(run)} exactly={messages.exactBytes} /> },
    { id: 'speed', head: messages.speed, isExtra: true, width: [96, 0.5], cell: speed },
    { id: 'errors', head: messages.errors, isExtra: true, cell: (run) => count(run.errors) },
  ];
  return inFigures.map((column) => ({ width: figure, ...column, isFigure: true }));
}

function extraColumns(messages: Messages['runs']): readonly Column<Run>[] {
  return [
    { id: 'type', head: messages.type, isExtra: true, cell: (run) => run.type },
    { id: 'fileset', head: messages.fileset, isExtra: true, cell: (run) => run.fileset ?? '–' },
    { id: 'pool', head: messages.pool, isExtra: true, cell: (run) => run.pool ?? '–' },
    { id: 'storage', head: messages.storage, isExtra: true, cell: (run) => run.storage ?? '–' },
    { id: 'started', head: messages.started, isExtra: true, cell: (run) => timeOr(run.startedAt) },
    { id: 'ended', head: messages.ended, isExtra: true, cell: (run) => timeOr(run.endedAt) },
    {
      id: 'trigger',
      head: messages.startedBy,
      isExtra: true,
      width: wide,
      cell: ({ triggeredBy: { kind, name } }) => messages.triggers[kind](name),
    },
  ];
}

export function runColumns(
  messages: Messages['runs'],
  waiting: Messages['waiting'],
  isOfAll: boolean,
): readonly Column<Run>[] {
  return [
    linkColumn(messages, isOfAll),
    stateColumn(messages, waiting),
    { id: 'job', isName: true, fold: 'lead', head: messages.job, width: [128, 4], cell: (run) => run.job },
    {
      id: 'director',
      head: messages.director,
      isExtra: !isOfAll,
      width: [72, 1],
      cell: (run) => run.director,
    },
    { id: 'client', isName: true, head: messages.client, width: [96, 3], cell: (run) => run.client ?? '–' },
    {
      id: 'level',
      fold: 'rare',
      head: messages.level,
      width: [100, 0.5],
      cell: (run) => (run.type === 'Backup' ? run.level : run.type),
    },
    {
      id: 'queued',
      head: messages.queued,
      width: [140, 0.5],
      cell: (run) => <Time at={run.queuedAt} as="seconds" />,
    },
    ...figureColumns(messages),
    ...extraColumns(messages),
  ];
}
