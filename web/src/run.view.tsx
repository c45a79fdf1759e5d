import { useEffect, useState } from 'react';
import { ask, asProblem, type Problem } from './api';
import { count, duration, exact, size } from './format';
import { Fault, Placeholder, State } from './parts';
import { addressOf } from './route';
import { RunLog } from './run-log';
import { type Run, useRunFeed } from './run-feed';
import { useData } from './use-data';

const unfinished = new Set(['queued', 'running', 'waiting']);
const readAgainEveryMs = 1500;

/** One run from queue to end; it follows what the stream says and reads again at every gap. */
export function RunView({ jobId }: { readonly jobId: number }) {
  const load = () => ask((api) => api.GET('/api/v1/operations/runs/{jobId}', { params: { path: { jobId } } }));
  const { data: run, problem, reload } = useData(`run ${jobId}`, load);
  useRunFeed((changed) => {
    if (changed === null || changed.jobId === jobId) reload();
  });
  const active = run !== null && unfinished.has(run.status);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(reload, readAgainEveryMs);
    return () => clearInterval(timer);
  }, [active, reload]);
  return (
    <>
      <p className="crumb">
        <a href={addressOf('runs')}>Runs</a> / {jobId}
      </p>
      <Fault problem={problem} retry={reload} />
      {run === null ? !problem && <Placeholder rows={5} /> : <RunDetail run={run} active={active} onChanged={reload} />}
    </>
  );
}

interface RunDetailProps {
  readonly run: Run;
  readonly active: boolean;
  readonly onChanged: () => void;
}

function RunDetail({ run, active, onChanged }: RunDetailProps) {
  return (
    <>
      <div className="head">
        <h1>
          {run.job} <span className="quiet">{run.type === 'Backup' ? run.level : run.type}</span>
        </h1>
        {active && <Cancel jobId={run.jobId} onChanged={onChanged} />}
        {run.type === 'Backup' && run.status === 'completed' && run.client !== null && (
          <a className="button" href={addressOf('restore', '', { client: run.client, point: String(run.jobId) })}>
            Restore from this run
          </a>
        )}
      </div>
      <p aria-live="polite" className="verdict">
        <State of={run.status} />
        {run.waitingFor && ` – ${run.waitingFor.text} ${run.waitingFor.hint}`}
      </p>
      {active && <Progress run={run} />}
      {run.diagnosis && (
        <div className="fault">
          <p>
            <strong>{run.diagnosis.cause}</strong> {run.diagnosis.nextStep}
          </p>
          <p>
            <code>{run.diagnosis.logLine}</code>
          </p>
        </div>
      )}
      <Figures run={run} />
      <RunLog jobId={run.jobId} active={active} />
    </>
  );
}

function Progress({ run }: { readonly run: Run }) {
  const progress = run.progress;
  const known = typeof progress?.fraction === 'number' ? { value: progress.fraction } : {};
  return (
    <div className="progress">
      <progress aria-label="Progress" max={1} {...known} />
      <span className="quiet">{progress?.currentFile ?? 'Waiting for the first file'}</span>
    </div>
  );
}

function Figures({ run }: { readonly run: Run }) {
  const bytes = run.progress?.bytes ?? run.bytes;
  const rows: readonly (readonly [string, string])[] = [
    ['Files', count(run.progress?.files ?? run.files)],
    ['Bytes', `${size(bytes)} (${count(bytes)})`],
    ['Errors', count(run.errors)],
    ['Queued', exact(run.queuedAt)],
    ['Took', duration(run.durationSeconds)],
    ['Started by', `${run.triggeredBy.kind} ${run.triggeredBy.name}`],
    ['Client', run.client ?? '–'],
    ['Fileset', run.fileset ?? '–'],
    ['Pool', run.pool ?? '–'],
  ];
  return (
    <dl className="figures">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cancel({ jobId, onChanged }: { readonly jobId: number; readonly onChanged: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const cancel = () => {
    ask((api) => api.POST('/api/v1/operations/runs/{jobId}/cancel', { params: { path: { jobId } } })).then(
      onChanged,
      (error: unknown) => setProblem(asProblem(error)),
    );
  };
  return (
    <>
      <button type="button" onClick={cancel}>
        Cancel the run
      </button>
      <Fault problem={problem} />
    </>
  );
}
