import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { type Run } from '../../api/stream';
import { type ChosenRows } from '../../data-table/selection';
import { AsCurl } from '../../components/copy-as-curl';
import { isUnfinished } from '../../components/run-status';
import { ConfirmButton } from '../../components/confirm-button';
import { useMessages } from '../../i18n/messages';
import { keyOf } from './run-list-cache';
import { type Bulk, type BulkOutcome, type BulkAction, useBulk } from './use-bulk';

interface BulkBarProps {
  readonly selection: ChosenRows<Run>;
  /** As they stand now: a chosen run may have ended since. */
  readonly rows: readonly Run[];
  readonly onDone: () => void;
}

/** What can be done with the chosen runs, and then what was. */
export function BulkBar({ selection, rows, onDone }: BulkBarProps) {
  const messages = useMessages('runs');
  const { chooseNone } = useMessages('dataTable');
  const bulk = useBulk();
  const now = new Map(rows.map((run) => [keyOf(run), run]));
  const chosen = selection.rows.map((run) => now.get(keyOf(run)) ?? run);
  if (chosen.length === 0 && bulk.report === null) return null;
  const perform: Bulk['perform'] = async (action, runs) => {
    selection.clear();
    await bulk.perform(action, runs);
    onDone();
  };
  return (
    <section className="bulk" aria-label={messages.bulk}>
      {bulk.report ? (
        <Report bulk={bulk} />
      ) : (
        <>
          <span role="status">{messages.chosen(chosen.length)}</span>
          <CancelSome {...{ perform }} runs={chosen.filter(isUnfinished)} />
          <RerunSome {...{ perform }} runs={chosen.filter((run) => !isUnfinished(run) && run.type !== 'Restore')} />
          <button
            type="button"
            className="bare"
            onClick={() => rows.filter((run) => !selection.isChosen(run)).forEach(selection.toggle)}
          >
            {messages.chooseShown(rows.length)}
          </button>
          <button type="button" className="bare" onClick={selection.clear}>
            {chooseNone}
          </button>
        </>
      )}
    </section>
  );
}

interface SomeProps {
  readonly runs: readonly Run[];
  readonly perform: Bulk['perform'];
}

function CancelSome({ runs, perform }: SomeProps) {
  const messages = useMessages('runs');
  const denial = usePermissionError('jobs:cancel');
  const why = denial ?? (runs.length === 0 ? messages.noneToCancel : null);
  const label = messages.cancelSome(runs.length);
  if (why !== null) return <Greyed label={label} why={why} />;
  const asked = { label, really: messages.reallyCancel, keep: messages.letRun };
  return (
    <ConfirmButton
      {...asked}
      work={() => perform('cancel', runs)}
      curl={{ method: 'POST', path: pathOf(runs, 'cancel') }}
    />
  );
}

function RerunSome({ runs, perform }: SomeProps) {
  const messages = useMessages('runs');
  const denial = usePermissionError('jobs:run');
  const why = denial ?? (runs.length === 0 ? messages.noneToRerun : null);
  const label = messages.rerunSome(runs.length);
  if (why !== null) return <Greyed label={label} why={why} />;
  return (
    <>
      <button type="button" onClick={() => void perform('rerun', runs)}>
        {label}
      </button>
      <AsCurl method="POST" path={pathOf(runs, 'rerun')} />
    </>
  );
}

/** Of the first one: a machine asks for each on its own, as the page does. */
function pathOf([first]: readonly Run[], action: BulkAction): string {
  return `/operations/runs/${first?.jobId ?? ''}/${action}?director=${encodeURIComponent(first?.director ?? '')}`;
}

function Greyed({ label, why }: { readonly label: string; readonly why: string }) {
  const id = useId();
  return (
    <>
      <button type="button" disabled title={why} aria-describedby={id}>
        {label}
      </button>
      <span id={id} className="only-heard">
        {why}
      </span>
    </>
  );
}

function Report({ bulk: { report, isBusy, perform, dismiss } }: { readonly bulk: Bulk }) {
  const messages = useMessages('runs');
  if (!report) return null;
  const { action, of, outcomes } = report;
  const failed = outcomes.filter(({ problem }) => problem !== undefined);
  const done = outcomes.filter(({ problem }) => problem === undefined);
  const say = action === 'cancel' ? messages.canceledSome : messages.rerunDone;
  return (
    <div className="report">
      <p role="status">{isBusy ? messages.atWork(outcomes.length, of) : say(done.length, of)}</p>
      {!isBusy && <Started of={done} />}
      {failed.length > 0 && <p>{messages.failures}</p>}
      <Failures of={failed} />
      <p className="row">
        {failed.length > 0 && !isBusy && (
          <button
            type="button"
            onClick={() =>
              void perform(
                action,
                failed.map(({ run }) => run),
              )
            }
          >
            {messages.retryFailed}
          </button>
        )}
        <button type="button" aria-disabled={isBusy} onClick={() => isBusy || dismiss()}>
          {messages.dismiss}
        </button>
      </p>
    </div>
  );
}

function Failures({ of }: { readonly of: readonly BulkOutcome[] }) {
  const { text } = useMessages('problem');
  return (
    <ul>
      {of.map(({ run, problem }) => (
        <li key={keyOf(run)}>
          <RunLink jobId={run.jobId} director={run.director} /> {run.job}: {problem && text(problem)}
        </li>
      ))}
    </ul>
  );
}

function Started({ of }: { readonly of: readonly BulkOutcome[] }) {
  const started = of.filter(({ started: jobId }) => jobId !== undefined);
  if (started.length === 0) return null;
  return (
    <ul className="across">
      {started.map(({ run, started: jobId }) => (
        <li key={keyOf(run)}>
          <RunLink jobId={jobId ?? run.jobId} director={run.director} /> {run.job}
        </li>
      ))}
    </ul>
  );
}

function RunLink({ jobId, director }: { readonly jobId: number; readonly director: string }) {
  const { named } = useMessages('runs');
  return (
    <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ director }}>
      {named(jobId)}
    </Link>
  );
}
