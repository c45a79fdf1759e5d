import { type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ask } from '../api/ask';
import { useDenial } from '../api/caller';
import { queries, useAsked } from '../api/queries';
import { type Run, useRunStream } from '../api/stream';
import { count, duration, exact, size } from '../parts/format';
import { Shown } from '../parts/shown';
import { State } from '../parts/state';
import { Sure } from '../parts/sure';
import { Title } from '../parts/title';
import { RunLog } from './run-log';

const route = getRouteApi('/runs/$jobId');

const unfinished = new Set(['queued', 'running', 'waiting']);

/** One run from queue to end; it shows what the stream says and reads again at every gap. */
export function RunPage() {
  const jobId = Number(route.useParams().jobId);
  const run = useRun(jobId);
  return (
    <>
      <p className="crumb">
        <Link to="/runs">Runs</Link> / {jobId}
      </p>
      <Head jobId={jobId} run={run.data ?? null} />
      <Shown of={run} rows={5}>
        {(shown) => <RunDetail run={shown} />}
      </Shown>
    </>
  );
}

function useRun(jobId: number): UseQueryResult<Run> {
  const key = ['runs', 'one', jobId] as const;
  useRunStream((changed) => {
    if (changed?.jobId === jobId) queries.setQueryData<Run>(key, changed);
  });
  return useAsked(key, (api, signal) =>
    api.GET('/api/v1/operations/runs/{jobId}', { params: { path: { jobId } }, signal }),
  );
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
  return (
    <Link className="button" to="/restore" search={{ client: run.client, point: String(run.jobId) }}>
      Restore from this run
    </Link>
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
