import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectors } from '../../api/directors';
import { forget } from '../../api/queries';
import { type Run } from '../../api/stream';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { useRunOrder } from '../../components/use-start-run';
import { isGood, isUnfinished } from '../../components/run-status';
import { ConfirmButton, type Question } from '../../components/confirm-button';
import { useMessages } from '../../i18n/messages';
import { keepRun, useRunDirector } from './use-run';

interface RunActionsProps {
  readonly run: Run;
  readonly onDelete: () => void;
  readonly cancellation: Question;
}

/** What can be done with this run as it stands now. */
export function RunActions({ run, onDelete, cancellation }: RunActionsProps) {
  if (isUnfinished(run)) return <Cancel run={run} question={cancellation} />;
  return (
    <div className="run-actions">
      {run.type !== 'Restore' && <Rerun run={run} />}
      {run.type === 'Backup' && isGood(run) && run.retained !== false && run.client !== null && (
        <Restore run={run} client={run.client} />
      )}
      <Delete run={run} onDelete={onDelete} />
    </div>
  );
}

/** Opens what would be lost; nothing where the Director cannot, or the catalog no longer has it. */
function Delete({ run, onDelete }: { readonly run: Run; readonly onDelete: () => void }) {
  const messages = useMessages('run');
  const denial = usePermissionError('media:destroy');
  const isAble =
    useDirectors()
      .find(({ name }) => name === run.director)
      ?.abilities.includes('delete-run') ?? false;
  if (!isAble || run.retained === false) return null;
  if (denial !== null) return <Greyed label={messages.deleteRun} why={denial} />;
  return (
    <button type="button" onClick={onDelete}>
      {messages.deleteRun}
    </button>
  );
}

interface CancelProps {
  readonly run: Run;
  readonly question: Question;
}

function Cancel({ run: { jobId, director, cancelRequestedAt }, question }: CancelProps) {
  const messages = useMessages('run');
  const chosen = useRunDirector().director;
  const denial = usePermissionError('jobs:cancel');
  if (denial !== null) return <Greyed label={messages.cancel} why={denial} />;
  const cancel = async () => {
    const params = { path: { jobId }, query: { director } };
    // The answer says that it is requested, long before the Director shows it.
    keepRun(jobId, chosen, await ask((api) => api.POST('/api/v1/operations/runs/{jobId}/cancel', { params })));
    forget('runs');
  };
  const path = `/operations/runs/${jobId}/cancel?director=${encodeURIComponent(director)}`;
  const label = cancelRequestedAt === undefined ? messages.cancel : messages.cancelAgain;
  const asked = { label, really: messages.reallyCancel, keep: messages.letRun };
  return <ConfirmButton {...asked} question={question} work={cancel} curl={{ method: 'POST', path }} />;
}

function Rerun({ run: { jobId, director } }: { readonly run: Run }) {
  const messages = useMessages('run');
  const denial = usePermissionError('jobs:run');
  const { action, place } = useRunOrder();
  if (denial !== null) return <Greyed label={messages.rerun} why={denial} />;
  const rerun = () =>
    place({ jobId, director }, (_, key) => {
      const params = { path: { jobId }, query: { director }, header: { 'Idempotency-Key': key } };
      return ask((api) => api.POST('/api/v1/operations/runs/{jobId}/rerun', { params }));
    });
  return (
    <>
      <span className="row">
        <button type="button" aria-disabled={action.busy} onClick={rerun}>
          {messages.rerun}
        </button>
        <AsCurl method="POST" path={`/operations/runs/${jobId}/rerun?director=${encodeURIComponent(director)}`} />
      </span>
      <ErrorMessage problem={action.problem} />
    </>
  );
}

function Restore({ run, client }: { readonly run: Run; readonly client: string }) {
  const messages = useMessages('run');
  const denial = usePermissionError('restore:browse');
  if (denial !== null) return <Greyed label={messages.restore} why={denial} />;
  return (
    <Link className="button" to="/restore" search={{ client, point: String(run.jobId) }}>
      {messages.restore}
    </Link>
  );
}

function Greyed({ label, why }: { readonly label: string; readonly why: string }) {
  const id = useId();
  return (
    <div className="greyed">
      <button type="button" disabled aria-describedby={id}>
        {label}
      </button>
      <Denied id={id} why={why} />
    </div>
  );
}
