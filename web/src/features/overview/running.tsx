import { Link } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectorName } from '../../api/directors';
import { forget, queries, useApiQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { Denied } from '../../components/no-permission';
import { count, duration, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { ConfirmButton } from '../../components/confirm-button';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { Part } from './overview-section';
import { Way } from './links';

type RunPage = Schemas['RunRecordPage'];

const status = 'running,queued,waiting';
const shownRuns = 6;
const readRuns = 50;
const followMs = 2_000;
const idleMs = 20_000;
const order: readonly string[] = ['running', 'waiting', 'queued'];

/** What is on its way, with what it waits for. */
export function Running({ scope }: { readonly scope: string }) {
  const messages = useMessages('overview');
  const key = ['runs', 'on their way', scope] as const;
  const isBusy = (queries.getQueryData<RunPage>(key)?.items.length ?? 0) > 0;
  const runs = useApiQuery(
    key,
    (api, signal) =>
      api.GET('/api/v1/operations/runs', {
        params: { query: { director: scope, status, limit: readRuns, count: true } },
        signal,
      }),
    { everyMs: isBusy ? followMs : idleMs, enabled: usePermissionError('jobs:read') === null },
  );
  return (
    <Part
      {...{ title: messages.runningNow, needs: ['jobs:read'], className: 'running' }}
      path={`/operations/runs?status=${status}&director=${encodeURIComponent(scope)}`}
      more={<Way to="/runs">{messages.allRuns}</Way>}
    >
      <Shown of={runs} rows={2}>
        {({ items, total }) => <RunList runs={items} total={total?.value ?? items.length} />}
      </Shown>
    </Part>
  );
}

function RunList({ runs, total }: { readonly runs: readonly Run[]; readonly total: number }) {
  const messages = useMessages('overview');
  const denial = usePermissionError('jobs:cancel');
  const shown = [...runs].sort(aheadFirst).slice(0, shownRuns);
  const room = useMost(shown.length);
  return (
    <div className="running-room" style={{ '--rows': Math.max(room, 1) } as CSSProperties}>
      {shown.length === 0 ? (
        <p className="quiet">{messages.nothingRuns}</p>
      ) : (
        <ul className="runs-now">
          {shown.map((run) => (
            <RunNow key={`${run.director} ${run.uniqueName}`} run={run} mayCancel={denial === null} />
          ))}
        </ul>
      )}
      {total > shown.length && (
        <Way to="/runs" search={{ status }}>
          {messages.furtherRuns(total - shown.length)}
        </Way>
      )}
      {shown.length > 0 && <Denied id="no-cancel" why={denial} />}
    </div>
  );
}

function aheadFirst(a: Run, b: Run): number {
  return order.indexOf(a.status) - order.indexOf(b.status) || Date.parse(a.queuedAt) - Date.parse(b.queuedAt);
}

/** The most there were on this visit: what ends leaves its room, so that nothing below it moves up. */
function useMost(now: number): number {
  const [most, setMost] = useState(now);
  if (now > most) setMost(now);
  return Math.max(most, now);
}

function RunNow({ run, mayCancel }: { readonly run: Run; readonly mayCancel: boolean }) {
  const messages = useMessages('overview');
  const { cancelRequested } = useMessages('runs');
  const director = useDirectorName()(run.director);
  const requested = run.cancelRequestedAt !== undefined && cancelRequested;
  const name = messages.runOf(run.job, run.jobId);
  return (
    <li>
      <span className="run-name">
        <Link
          to="/runs/$jobId"
          params={{ jobId: String(run.jobId) }}
          {...(director === '' ? {} : { search: { director } })}
          aria-label={name}
        >
          {run.job}
        </Link>{' '}
        <span className="quiet" aria-live="polite">
          {[run.client, director, requested].filter(Boolean).join(' · ')}
        </span>
      </span>
      {run.status === 'running' ? <Progress run={run} name={name} /> : <Waiting run={run} />}
      <Cancel run={run} name={name} mayCancel={mayCancel} />
    </li>
  );
}

/** Of a run whose Director does not tell how far it is. */
const noProgress = { bytesPerSecond: 0, fraction: null, currentFile: null };

function Progress({ run, name }: { readonly run: Run; readonly name: string }) {
  const messages = useMessages('overview');
  const { files, bytes, bytesPerSecond: speed, fraction, currentFile } = { ...noProgress, ...run, ...run.progress };
  return (
    <>
      {fraction === null ? (
        <span className="run-file path quiet" title={currentFile ?? undefined}>
          {currentFile}
        </span>
      ) : (
        <progress aria-label={messages.progressOf(name)} max={1} value={fraction} title={currentFile ?? undefined} />
      )}
      <span className="run-figures">
        <span>{messages.files(files)}</span>
        <span title={`${count(bytes)} B`}>{size(bytes)}</span>
        <span>{speed ? messages.perSecond(size(speed)) : ''}</span>
        <TimeLeft run={run} />
      </span>
    </>
  );
}

/** Reckoned from how far it came in the time it took; said only where the amount is known beforehand. */
function TimeLeft({ run: { progress, startedAt } }: { readonly run: Run }) {
  const messages = useMessages('overview');
  const now = useNow();
  if (startedAt === null) return <span />;
  const fraction = progress?.fraction ?? null;
  const elapsed = Math.max(0, (now - Date.parse(startedAt)) / 1000);
  if (fraction === null || fraction < 0.01) return <span>{messages.since(duration(elapsed))}</span>;
  return <span>{messages.timeLeft(duration((elapsed * (1 - fraction)) / fraction))}</span>;
}

function Waiting({ run: { status: state, waitingFor } }: { readonly run: Run }) {
  const { reason, step } = useMessages('waiting');
  return (
    <span className="run-wait">
      <State of={state} /> {waitingFor && `${reason(waitingFor)} ${step(waitingFor)}`}
    </span>
  );
}

interface CancelProps {
  readonly run: Run;
  readonly name: string;
  readonly mayCancel: boolean;
}

function Cancel({ run: { jobId, director }, name, mayCancel }: CancelProps) {
  const messages = useMessages('overview');
  if (!mayCancel)
    return (
      <button type="button" disabled aria-label={`${messages.cancel} ${name}`} aria-describedby="no-cancel">
        {messages.cancel}
      </button>
    );
  const cancel = async () => {
    const params = { path: { jobId }, query: { director } };
    await ask((api) => api.POST('/api/v1/operations/runs/{jobId}/cancel', { params }));
    forget('runs');
  };
  const path = `/operations/runs/${jobId}/cancel?director=${encodeURIComponent(director)}`;
  const asked = { label: messages.cancel, really: messages.reallyCancel, keep: messages.letRun, of: name };
  return <ConfirmButton {...asked} work={cancel} curl={{ method: 'POST', path }} />;
}
