import { getRouteApi, Link } from '@tanstack/react-router';
import { type Run } from '../../api/stream';
import { AsCurl } from '../../components/copy-as-curl';
import { OfOneDirector } from '../../components/one-director';
import { hasReadNoFile } from '../../components/run-files';
import { RunState } from '../../components/run-state';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Title } from '../../components/title';
import { narrow, useMedia } from '../../components/use-media';
import { useWords } from '../../i18n/messages';
import { AcknowledgeRun } from './acknowledgement';
import { type Deletion, DeleteRun, useDeletion } from './delete-run';
import { RunDeeds } from './run-actions';
import { RunFigures } from './run-stats';
import { RunRestore } from './run-restore';
import { RunProgress } from './run-progress';
import { RunTabs } from './run-tabs';
import { CancelRequested, Diagnosis, Outliers, Waiting } from './run-problems';
import { runWords } from './run.messages';
import { useRun } from './use-run';
import { useNeighbours, useUsual } from './use-run-neighbors';
import './runs.css';

const route = getRouteApi('/runs/$jobId');

/** One run from queue to end; it shows what the stream says and reads again at every gap. */
export function RunPage() {
  const jobId = Number(route.useParams().jobId);
  const run = useRun(jobId);
  const words = useWords(runWords);
  const deletion = useDeletion();
  // On a phone the buttons would stand between the heading and what came of the run.
  const isNarrow = useMedia(narrow);
  return (
    <>
      <Title
        above={<Above jobId={jobId} run={run.data ?? null} />}
        beside={run.data && <Neighbours key={run.data.uniqueName} of={run.data} />}
        actions={
          run.data && !isNarrow && <RunDeeds key={run.data.uniqueName} run={run.data} onDelete={deletion.open} />
        }
      >
        {run.data ? <RunTitle run={run.data} /> : words.run(jobId)}
      </Title>
      <OfOneDirector>
        <Shown of={run} rows={5}>
          {(shown) => <RunDetail key={shown.uniqueName} {...{ run: shown, isNarrow, deletion }} />}
        </Shown>
      </OfOneDirector>
    </>
  );
}

function Above({ jobId, run }: { readonly jobId: number; readonly run: Run | null }) {
  const words = useWords(runWords);
  return (
    <>
      <Link to="/runs">{words.crumb}</Link> /{' '}
      {run && (
        <>
          <Link to="/jobs/$name" params={{ name: run.job }}>
            {run.job}
          </Link>{' '}
          /{' '}
        </>
      )}
      {jobId}
    </>
  );
}

function RunTitle({ run }: { readonly run: Run }) {
  return (
    <>
      {run.job} <span className="quiet">{run.type === 'Backup' ? run.level : run.type}</span>
    </>
  );
}

function Neighbours({ of }: { readonly of: Run }) {
  const words = useWords(runWords);
  const { before, after } = useNeighbours(of);
  const to = (jobId: number | null, say: (jobId: number) => string) =>
    jobId !== null && (
      <Link to="/runs/$jobId" params={{ jobId: String(jobId) }}>
        {say(jobId)}
      </Link>
    );
  return (
    <nav className="row beside-crumb" aria-label={words.neighbours}>
      {to(before, words.before)}
      <Link to="/runs" search={{ job: of.job }}>
        {words.allOfJob}
      </Link>
      {to(after, words.after)}
    </nav>
  );
}

interface RunDetailProps {
  readonly run: Run;
  readonly isNarrow: boolean;
  readonly deletion: Deletion;
}

function RunDetail({ run, isNarrow, deletion }: RunDetailProps) {
  const words = useWords(runWords);
  const usual = useUsual(run);
  return (
    <>
      <p aria-live="polite" className="verdict">
        <RunState of={run} />
        <CancelRequested run={run} />
      </p>
      {run.retained === false && <p>{words.notRetained}</p>}
      {hasReadNoFile(run) && (
        <p className="trouble">
          <State of="warning" text={words.readNoFile} />
        </p>
      )}
      <DeleteRun run={run} of={deletion} />
      {run.restore && <RunRestore run={run} of={run.restore} />}
      {run.waitingFor && <Waiting run={run} of={run.waitingFor} />}
      {(run.progress !== undefined || run.status === 'running') && <RunProgress run={run} usual={usual} />}
      {run.diagnosis && <Diagnosis of={run.diagnosis} status={run.status} />}
      <Outliers run={run} />
      {isNarrow && <RunDeeds run={run} onDelete={deletion.open} />}
      <AcknowledgeRun run={run} />
      <RunFigures {...{ run, usual, isNarrow }} />
      <AsCurl path={`/operations/runs/${run.jobId}?director=${encodeURIComponent(run.director)}`} />
      <RunTabs run={run} />
    </>
  );
}
