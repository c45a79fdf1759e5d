import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { type Run } from '../../api/stream';
import { type Question, useQuestion } from '../../components/confirm-button';
import { AsCurl } from '../../components/copy-as-curl';
import { OfOneDirector } from '../../components/one-director';
import { hasReadNoFile } from '../../components/run-files';
import { RunState } from '../../components/run-state';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Title, focusTitle } from '../../components/title';
import { narrow, useMedia } from '../../components/use-media';
import { useMessages } from '../../i18n/messages';
import { RunActions } from './run-actions';
import { RunMetricsRepository } from './run-stats';
import { RunRestore } from './run-restore';
import { RunProgress } from './run-progress';
import { CancelRequested, Diagnosis, Outliers, Waiting } from './run-problems';
import { useRun, keepRun, useRunDirector } from './use-run';
import { useNeighbours, useUsual } from './use-run-neighbors';
import './runs.css';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { Acknowledgement } from '../../components/acknowledgement';
import { Forget, ForgottenText } from '../../components/purge/purge';
import { type Forgotten } from '../../components/purge/purge-impact';
import { RunEvents } from './run-events';
import { RunFiles } from './run-files';
import { RunLog } from './run-log';
import { RunVolumes } from './run-volumes';

/** Shows others that a user looks after a run that did not end well. */
function AcknowledgeRun({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  const why = usePermissionError('jobs:control');
  const { director } = useRunDirector();
  const { jobId, acknowledgement, status } = run;
  const isDue = status === 'error' || status === 'warning';
  const params = { path: { jobId }, query: { director: run.director } };
  const take = (changed: Run) => {
    keepRun(jobId, director, changed);
    forget('runs', 'health');
  };
  const put = async (body: Schemas['AcknowledgeBody']) => {
    take(await ask((api) => api.PUT('/api/v1/operations/runs/{jobId}/acknowledgement', { params, body })));
  };
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/operations/runs/{jobId}/acknowledgement', { params }));
    take({ ...run, acknowledgement: undefined });
  };
  return (
    <>
      {(isDue || acknowledgement) && <AsCurl method="PUT" path={addressOf(run)} body={{ note: '…' }} />}
      {acknowledgement && <AsCurl method="DELETE" path={addressOf(run)} />}
      <Acknowledgement {...{ isDue, why, put, remove }} about={messages.markSeenHint} of={acknowledgement} />
    </>
  );
}

function addressOf({ jobId, director }: Run): string {
  return `/operations/runs/${jobId}/acknowledgement?director=${encodeURIComponent(director)}`;
}

interface Deletion {
  readonly isOpen: boolean;
  readonly done: Forgotten | null;
  readonly open: () => void;
  readonly close: (done: Forgotten | null) => void;
}

function useDeletion(): Deletion {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<Forgotten | null>(null);
  const close = (forgotten: Forgotten | null) => {
    focusTitle();
    setDone(forgotten);
    setOpen(false);
  };
  return { isOpen, done, open: () => setOpen(true), close };
}

/** What would be lost with the run, and then that it was. */
function DeleteRun({ run, of }: { readonly run: Run; readonly of: Deletion }) {
  const target = { action: 'deleteRun', jobId: run.jobId, director: run.director } as const;
  return (
    <>
      <p role="status">{of.done && <ForgottenText of={of.done} />}</p>
      {of.isOpen && <Forget target={target} onDone={of.close} onKept={() => of.close(null)} />}
    </>
  );
}

const route = getRouteApi('/runs/$jobId');

const tabs = ['log', 'files', 'volumes', 'events'] as const;
type Tab = (typeof tabs)[number];

const contents: Readonly<Record<Tab, (run: Run) => ReactNode>> = {
  log: (run) => <RunLog run={run} />,
  files: (run) => <RunFiles run={run} />,
  volumes: (run) => <RunVolumes run={run} />,
  events: (run) => <RunEvents run={run} />,
};

const isTab = (text: string | undefined): text is Tab => tabs.some((tab) => tab === text);

/** What there is of a run beside its figures; the address keeps which of it is shown. */
function RunTabs({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  const { tab } = route.useSearch();
  const shown = isTab(tab) ? tab : 'log';
  return (
    <section>
      <nav className="tabs" aria-label={messages.tabs}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/runs/$jobId"
            params={{ jobId: String(run.jobId) }}
            search={{ tab: name }}
            resetScroll={false}
            replace
            aria-current={shown === name ? 'page' : undefined}
          >
            {messages[name]}
          </Link>
        ))}
      </nav>
      {contents[shown](run)}
    </section>
  );
}

/** One run from queue to end; it shows what the stream says and reads again at every gap. */
export function RunPage() {
  const jobId = Number(route.useParams().jobId);
  // An open question is about one run: it does not go on to the next one.
  return <OneRun key={jobId} jobId={jobId} />;
}

function OneRun({ jobId }: { readonly jobId: number }) {
  const run = useRun(jobId);
  const messages = useMessages('run');
  const deletion = useDeletion();
  // The buttons move when a phone is turned: their question stays open.
  const cancellation = useQuestion();
  // On a phone the buttons would stand between the heading and what came of the run.
  const isNarrow = useMedia(narrow);
  return (
    <>
      <Title
        above={<Above jobId={jobId} run={run.data ?? null} />}
        beside={run.data && <Neighbours key={run.data.uniqueName} of={run.data} />}
        actions={
          run.data &&
          !isNarrow && (
            <RunActions key={run.data.uniqueName} run={run.data} onDelete={deletion.open} cancellation={cancellation} />
          )
        }
      >
        {run.data ? <RunTitle run={run.data} /> : messages.run(jobId)}
      </Title>
      <OfOneDirector>
        <Shown of={run} rows={5}>
          {(shown) => <RunDetail key={shown.uniqueName} {...{ run: shown, isNarrow, deletion, cancellation }} />}
        </Shown>
      </OfOneDirector>
    </>
  );
}

function Above({ jobId, run }: { readonly jobId: number; readonly run: Run | null }) {
  const messages = useMessages('run');
  return (
    <>
      <Link to="/runs">{messages.crumb}</Link> /{' '}
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
  const messages = useMessages('run');
  const { before, after } = useNeighbours(of);
  const to = (jobId: number | null, say: (jobId: number) => string) =>
    jobId !== null && (
      <Link to="/runs/$jobId" params={{ jobId: String(jobId) }}>
        {say(jobId)}
      </Link>
    );
  return (
    <nav className="row beside-crumb" aria-label={messages.neighbours}>
      {to(before, messages.before)}
      <Link to="/runs" search={{ job: of.job }}>
        {messages.allOfJob}
      </Link>
      {to(after, messages.after)}
    </nav>
  );
}

interface RunDetailProps {
  readonly run: Run;
  readonly isNarrow: boolean;
  readonly deletion: Deletion;
  readonly cancellation: Question;
}

function RunDetail({ run, isNarrow, deletion, cancellation }: RunDetailProps) {
  const messages = useMessages('run');
  const usual = useUsual(run);
  return (
    <>
      <p aria-live="polite" className="verdict">
        <RunState of={run} />
        <CancelRequested run={run} />
      </p>
      {run.retained === false && <p>{messages.notRetained}</p>}
      {hasReadNoFile(run) && (
        <p className="trouble">
          <State of="warning" text={messages.readNoFile} />
        </p>
      )}
      <DeleteRun run={run} of={deletion} />
      {run.restore && <RunRestore run={run} of={run.restore} />}
      {run.waitingFor && <Waiting run={run} of={run.waitingFor} />}
      {(run.progress !== undefined || run.status === 'running') && <RunProgress run={run} usual={usual} />}
      {run.diagnosis && <Diagnosis of={run.diagnosis} status={run.status} />}
      <Outliers run={run} />
      {isNarrow && <RunActions run={run} onDelete={deletion.open} cancellation={cancellation} />}
      <AcknowledgeRun run={run} />
      <RunMetricsRepository {...{ run, usual, isNarrow }} />
      <AsCurl path={`/operations/runs/${run.jobId}?director=${encodeURIComponent(run.director)}`} />
      <RunTabs run={run} />
    </>
  );
}
