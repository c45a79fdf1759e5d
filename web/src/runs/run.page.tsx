import { ask } from './api';
import { useDenial } from './caller';
import { count, duration, exact, size } from './format';
import { Shown, State } from './parts';
import { addressOf } from './route';
import { RunLog } from './run-log';
import { type Run, useRunFeed } from './run-feed';
import { Sure } from './sure';
import { Title } from './title';
import { type Loaded, useData } from './use-data';

const unfinished = new Set(['queued', 'running', 'waiting']);

/** One run from queue to end; it shows what the stream says and reads again at every gap. */
export function RunView({ jobId }: { readonly jobId: number }) {
  const run = useRun(jobId);
  return (
    <>
      <p className="crumb">
        <a href={addressOf('runs')}>Runs</a> / {jobId}
      </p>
      <Head jobId={jobId} run={run.data} />
      <Shown of={run} rows={5}>
        {(shown) => <RunDetail run={shown} />}
      </Shown>
    </>
  );
}

function useRun(jobId: number): Loaded<Run> {
  const run = useData(`run ${jobId}`, () =>
    ask((api) => api.GET('/api/v1/operations/runs/{jobId}', { params: { path: { jobId } } })),
  );
  useRunFeed((changed) => {
    if (changed === null) run.reload();
    else if (changed.jobId === jobId) run.put(changed);
  });
  return run;
}

/** The heading stands before the run is known, so that the focus can rest on it. */
function Head({ jobId, run }: { readonly jobId: number; readonly run: Run | null }) {
  return (
    <div className="head">
      <Title>
        {run === null ? (
          `Run ${jobId}`
        ) : (
          <>
            {run.job} <span className="quiet">{run.type === 'Backup' ? run.level : run.type}</span>
          </>
        )}
      </Title>
      {run !== null && <NextStep run={run} />}
    </div>
  );
}

function NextStep({ run }: { readonly run: Run }) {
  const mayNotCancel = useDenial('jobs:cancel');
  const mayNotRestore = useDenial('restore:browse');
  if (unfinished.has(run.status))
    return mayNotCancel === null ? <Cancel jobId={run.jobId} /> : <p className="quiet">{mayNotCancel}</p>;
  if (run.type !== 'Backup' || run.status !== 'completed' || run.client === null || mayNotRestore !== null) return null;
  const address = addressOf('restore', '', { client: run.client, point: String(run.jobId) });
  return (
    <a className="button" href={address}>
      Restore from this run
    </a>
  );
}

function Cancel({ jobId }: { readonly jobId: number }) {
  const cancel = async () => {
    await ask((api) => api.POST('/api/v1/operations/runs/{jobId}/cancel', { params: { path: { jobId } } }));
  };
  return <Sure label="Cancel the run" really="Really cancel" keep="Let it run" work={cancel} />;
}

function RunDetail({ run }: { readonly run: Run }) {
  const active = unfinished.has(run.status);
  return (
    <>
      <p aria-live="polite" className="verdict">
        <State of={run.status} />
        {run.waitingFor && ` – ${run.waitingFor.text} ${run.waitingFor.hint}`}
      </p>
      {active && <Progress run={run} />}
      {run.diagnosis && <Diagnosis of={run.diagnosis} />}
      <Figures run={run} />
      <RunLog jobId={run.jobId} />
    </>
  );
}

function Progress({ run: { progress } }: { readonly run: Run }) {
  const known = typeof progress?.fraction === 'number' ? { value: progress.fraction } : {};
  return (
    <div className="progress">
      <progress aria-label="Progress" max={1} {...known} />
      <span className="quiet">{progress?.currentFile ?? 'Waiting for the first file'}</span>
    </div>
  );
}

function Diagnosis({ of }: { readonly of: NonNullable<Run['diagnosis']> }) {
  return (
    <div className="fault">
      <p>
        <strong>{of.cause}</strong> {of.nextStep}
      </p>
      <p>
        <code>{of.logLine}</code>
      </p>
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
