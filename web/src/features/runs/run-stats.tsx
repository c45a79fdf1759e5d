import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Run } from '../../api/stream';
import { type Fact, FactGroup, FactGroups } from '../../components/details-groups';
import { count, duration, size } from '../../components/format';
import { filesText } from '../../components/run-files';
import { isUnfinished } from '../../components/run-status';
import { Time } from '../../components/time';
import { useNow } from '../../components/use-now';
import { ZoneNote } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { Bytes, speedOf } from './run-columns';
import { type Usual } from './usual-run';

/** A Director resets the start of a run when its device is ready: what it took before shows in the total alone. */
const leastWaitSeconds = 5;

interface FiguresProps {
  readonly run: Run;
  readonly usual: Usual | null;
  readonly isNarrow: boolean;
}

/** What it did, when, and with what; beside each amount what is usual for such a run. */
export function RunMetricsRepository({ run, usual, isNarrow }: FiguresProps) {
  const { facts, groups, moreFacts } = useMessages('run');
  // On a phone the log is what one came for: it must not begin three screens below.
  const [isAsked, setAsked] = useState(false);
  const isWhole = !isNarrow || isAsked;
  return (
    <>
      <FactGroups label={facts}>
        <FactGroup title={isUnfinished(run) ? groups.soFar : groups.result} facts={useAmounts(run, usual)} />
        {isWhole && <FurtherGroups run={run} />}
      </FactGroups>
      <p className="after">
        <ZoneNote />
      </p>
      {isNarrow && (
        <button type="button" className="after" aria-expanded={isWhole} onClick={() => setAsked(!isAsked)}>
          {moreFacts}
        </button>
      )}
    </>
  );
}

function FurtherGroups({ run }: { readonly run: Run }) {
  const { groups } = useMessages('run');
  return (
    <>
      <FactGroup title={groups.times} facts={useTimes(run)} />
      <FactGroup title={groups.setup} facts={useSetup(run)} />
    </>
  );
}

function useTimes(run: Run): readonly Fact[] {
  const messages = useMessages('runs');
  const { scheduled, notYet } = useMessages('run');
  const { queuedAt, scheduledAt, startedAt, endedAt, triggeredBy } = run;
  const at = (time: string | null) =>
    time === null ? <span className="quiet">{notYet}</span> : <Time at={time} as="seconds" />;
  const isPlanned = scheduledAt !== null && isLater(scheduledAt, queuedAt);
  return [
    [messages.startedBy, messages.triggers[triggeredBy.kind](triggeredBy.name)],
    [messages.queued, at(queuedAt)],
    ...(isPlanned ? [[scheduled, at(scheduledAt)] as const] : []),
    [messages.started, at(startedAt)],
    [messages.ended, at(endedAt)],
  ];
}

/** Links to what it was made with; what is chosen when it starts, or is not known, is no link. */
function useSetup(run: Run): readonly Fact[] {
  const messages = useMessages('runs');
  const { chosenLater } = useMessages('run');
  const { client, fileset, pool, storage, director } = run;
  const unknown = isUnfinished(run) ? <span className="quiet">{chosenLater}</span> : '–';
  return [
    [
      messages.client,
      client === null ? (
        '–'
      ) : (
        <Link to="/clients/$name" params={{ name: client }}>
          {client}
        </Link>
      ),
    ],
    [messages.fileset, fileset ?? '–'],
    [
      messages.pool,
      pool === null ? (
        unknown
      ) : (
        <Link to="/storage/pools/$name" params={{ name: pool }}>
          {pool}
        </Link>
      ),
    ],
    [
      messages.storage,
      storage === null ? (
        unknown
      ) : (
        <Link to="/storage/volumes" search={{ storage }}>
          {storage}
        </Link>
      ),
    ],
    [messages.director, director],
  ];
}

/** Bacula keeps whole seconds: less than a minute is no plan of its own. */
function isLater(at: string, than: string): boolean {
  return Date.parse(at) - Date.parse(than) > 60_000;
}

/** Seconds from the planned start until the end or now, with all waiting; null before that start. */
function useTotal({ queuedAt, scheduledAt, endedAt }: Run): number | null {
  const now = useNow();
  const from = Math.max(Date.parse(queuedAt), Date.parse(scheduledAt ?? queuedAt));
  const until = endedAt === null ? now : Date.parse(endedAt);
  return until < from ? null : (until - from) / 1000;
}

/** Seconds from its start to its end, or until now; null while it waits. */
function useTook({ durationSeconds, startedAt, endedAt }: Run): number | null {
  const now = useNow();
  if (durationSeconds !== null || startedAt === null || endedAt !== null) return durationSeconds;
  return Math.max(0, (now - Date.parse(startedAt)) / 1000);
}

function useAmounts(run: Run, usual: Usual | null): readonly Fact[] {
  const messages = useMessages('runs');
  const { total: totalWord, totalHint, errorsHint, mayWarn, onAverage } = useMessages('run');
  const took = useTook(run);
  const total = useTotal(run);
  const speed = speedOf(run);
  const { bytes } = run.progress ?? run;
  // An outlier is judged by what was typical when the run ended. The median of today would contradict that.
  const typical = (kind: 'slow' | 'small') => run.outliers?.find((outlier) => outlier.kind === kind)?.usual;
  const beside = (say: (usual: Usual) => string) => usual !== null && <Usually runs={usual.of}>{say(usual)}</Usually>;
  return [
    [
      messages.took,
      <>
        {duration(took)}
        {total !== null && total - (took ?? 0) >= leastWaitSeconds && (
          <span className="quiet usual" title={totalHint}>
            {' '}
            {totalWord}: {duration(total)}
          </span>
        )}
        {beside(({ seconds }) => duration(typical('slow') ?? seconds))}
      </>,
    ],
    [
      messages.files,
      <>
        {filesText(run)}
        {beside((of) => count(Math.round(of.files)))}
      </>,
    ],
    [
      messages.bytes,
      <>
        <Bytes of={bytes} exactly={messages.exactBytes} />
        {beside((of) => size(typical('small') ?? of.bytes))}
      </>,
    ],
    [
      messages.speed,
      <>
        {speed === null ? '–' : messages.perSecond(size(speed))}
        {speed !== null && !run.progress && <span className="quiet"> {onAverage}</span>}
        {beside((of) => messages.perSecond(size(of.speed)))}
      </>,
    ],
    [
      messages.errors,
      <>
        {count(run.errors)}
        {run.errors > 0 && (
          <span className="quiet usual" title={errorsHint}>
            {' '}
            {mayWarn}
          </span>
        )}
      </>,
    ],
  ];
}

/** What is typical, of so many runs. */
function Usually({ runs, children }: { readonly runs: number; readonly children: string }) {
  const messages = useMessages('run');
  return (
    <span className="quiet usual" title={messages.usualOf(runs)}>
      {' '}
      {messages.usually(children)}
    </span>
  );
}
