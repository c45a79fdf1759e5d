import { type ReactNode } from 'react';
import { type Run } from '../api/stream';
import { count, duration, size } from '../parts/format';
import { filesText } from '../parts/run-files';
import { isUnfinished } from '../parts/run-status';
import { Time } from '../parts/time';
import { useNow } from '../parts/use-now';
import { useWords } from '../words/words';
import { Bytes, speedOf } from './run-columns';
import { runWords } from './run.words';
import { runsWords } from './runs.words';
import { type Usual } from './use-run-peers';

/** A Director resets the start of a run when its device is ready: what it took before shows in the total alone. */
const leastWaitSeconds = 5;

interface FiguresProps {
  readonly run: Run;
  readonly usual: Usual | null;
}

/** What it was and did; beside each amount what is usual for such a run. */
export function RunFigures({ run, usual }: FiguresProps) {
  const words = useWords(runsWords);
  const { scheduled, facts, chosenLater } = useWords(runWords);
  const unknown = isUnfinished(run) ? <span className="quiet">{chosenLater}</span> : '–';
  const { kind, name } = run.triggeredBy;
  return (
    <dl className="figures" aria-label={facts}>
      <Amounts {...{ run, usual }} />
      <Fact of={words.errors}>{count(run.errors)}</Fact>
      <Fact of={words.queued}>
        <Time at={run.queuedAt} as="seconds" />
      </Fact>
      {run.scheduledAt !== null && isLater(run.scheduledAt, run.queuedAt) && (
        <Fact of={scheduled}>
          <Time at={run.scheduledAt} as="seconds" />
        </Fact>
      )}
      <When of={words.started} at={run.startedAt} />
      <When of={words.ended} at={run.endedAt} />
      <Fact of={words.startedBy}>{words.triggers[kind](name)}</Fact>
      <Fact of={words.client}>{run.client ?? '–'}</Fact>
      <Fact of={words.fileset}>{run.fileset ?? '–'}</Fact>
      <Fact of={words.pool}>{run.pool ?? unknown}</Fact>
      <Fact of={words.storage}>{run.storage ?? unknown}</Fact>
      <Fact of={words.director}>{run.director}</Fact>
    </dl>
  );
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

function Amounts({ run, usual }: FiguresProps) {
  const words = useWords(runsWords);
  const { total: totalWord, totalHint } = useWords(runWords);
  const took = useTook(run);
  const total = useTotal(run);
  const speed = speedOf(run);
  const { bytes } = run.progress ?? run;
  const runs = usual?.of;
  const asUsual = (say: (usual: Usual) => string) => ({ usual: usual && say(usual), count: runs });
  return (
    <>
      <Fact of={words.took} {...asUsual(({ seconds }) => duration(seconds))}>
        {duration(took)}
        {total !== null && total - (took ?? 0) >= leastWaitSeconds && (
          <span className="quiet usual" title={totalHint}>
            {' '}
            {totalWord}: {duration(total)}
          </span>
        )}
      </Fact>
      <Fact of={words.files} {...asUsual((of) => count(Math.round(of.files)))}>
        {filesText(run)}
      </Fact>
      <Fact of={words.bytes} {...asUsual((of) => size(of.bytes))}>
        <Bytes of={bytes} exactly={words.exactBytes} />
      </Fact>
      <Fact of={words.speed} {...asUsual((of) => words.perSecond(size(of.speed)))}>
        {speed === null ? '–' : words.perSecond(size(speed))}
      </Fact>
    </>
  );
}

function When({ of, at }: { readonly of: string; readonly at: string | null }) {
  const { notYet } = useWords(runWords);
  return <Fact of={of}>{at === null ? <span className="quiet">{notYet}</span> : <Time at={at} as="seconds" />}</Fact>;
}

interface FactProps {
  readonly of: string;
  readonly usual?: string | null;
  /** Of so many runs. */
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

function Fact({ of, usual = null, count: runs = 0, children }: FactProps) {
  const words = useWords(runWords);
  return (
    <div>
      <dt>{of}</dt>
      <dd>
        {children}
        {usual !== null && (
          <span className="quiet usual" title={words.usualOf(runs)}>
            {' '}
            {words.usually(usual)}
          </span>
        )}
      </dd>
    </div>
  );
}
