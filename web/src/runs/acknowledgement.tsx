import { type SyntheticEvent, useState } from 'react';
import { ask } from '../api/ask';
import { useDenial } from '../api/caller';
import { forget } from '../api/queries';
import { type Run } from '../api/stream';
import { useAction } from '../parts/action';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Fault } from '../parts/fault';
import { fieldOf } from '../parts/form-field';
import { State } from '../parts/state';
import { Time } from '../parts/time';
import { focusTitle } from '../parts/title';
import { type Undo, Undone, useUndo } from '../parts/undo';
import { useWords } from '../words/words';
import { commonWords } from '../words/common.words';
import { runWords } from './run.words';
import { keepRun, useRunDirector } from './use-run';

/** What others have to know of an end that was not good: that somebody looks after it. */
export function Acknowledgement({ run }: { readonly run: Run }) {
  const { director } = useRunDirector();
  const take = (seen: Run) => {
    keepRun(run.jobId, director, seen);
    forget('runs', 'health');
    focusTitle();
  };
  const undo = useUndo();
  const mayBeSeen = run.status === 'error' || run.status === 'warning';
  return (
    <>
      {run.acknowledgement && <Seen {...{ run, take, undo }} of={run.acknowledgement} />}
      {!run.acknowledgement && mayBeSeen && <MarkSeen {...{ run, take }} />}
      <Undone of={undo} />
    </>
  );
}

interface PartProps {
  readonly run: Run;
  readonly take: (run: Run) => void;
}

const paramsOf = ({ jobId, director }: Run) => ({ path: { jobId }, query: { director } });
const addressOf = ({ jobId, director }: Run): string =>
  `/operations/runs/${jobId}/acknowledgement?director=${encodeURIComponent(director)}`;

interface SeenProps extends PartProps {
  readonly undo: Undo;
  readonly of: NonNullable<Run['acknowledgement']>;
}

function mark(run: Run, { note, until }: { readonly note: string; readonly until?: string | null }): Promise<Run> {
  const body = { note, ...(until ? { until } : {}) };
  return ask((api) => api.PUT('/api/v1/operations/runs/{jobId}/acknowledgement', { params: paramsOf(run), body }));
}

function Seen({ run, take, undo, of }: SeenProps) {
  const words = useWords(runWords);
  const denial = useDenial('jobs:control');
  const { problem, busy, act } = useAction();
  const takeBack = () =>
    act(async () => {
      await ask((api) => api.DELETE('/api/v1/operations/runs/{jobId}/acknowledgement', { params: paramsOf(run) }));
      take({ ...run, acknowledgement: undefined });
      undo.did(words.tookBack(of.by.name), async () => take(await mark(run, of)));
    });
  return (
    <section className="seen" aria-label={words.seen}>
      <p>
        <State of="paused" text={words.seenBy(of.by.name)} /> <Time at={of.at} />
        {of.until !== null && (
          <>
            {' · '}
            {words.seenUntil} <Time at={of.until} as="short" />
          </>
        )}
      </p>
      <blockquote>{of.note}</blockquote>
      <button
        type="button"
        disabled={denial !== null}
        aria-disabled={busy}
        aria-describedby="no-unseen"
        onClick={takeBack}
      >
        {words.takeBack}
      </button>{' '}
      <AsCurl method="DELETE" path={addressOf(run)} />
      <Denied id="no-unseen" why={denial} />
      <Fault problem={problem} />
    </section>
  );
}

function MarkSeen(props: PartProps) {
  const words = useWords(runWords);
  const denial = useDenial('jobs:control');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <SeenForm {...props} close={() => setOpen(false)} />;
  return (
    <div className="after">
      <button
        type="button"
        disabled={denial !== null}
        aria-describedby={denial === null ? undefined : 'no-seen'}
        onClick={() => setOpen(true)}
      >
        {words.markSeen}
      </button>
      <Denied id="no-seen" why={denial} />
    </div>
  );
}

/** The time of the field is one of this browser's zone, which is what the field itself shows. */
function bodyOf(form: HTMLFormElement): { readonly note: string; readonly until?: string } {
  const until = fieldOf(form, 'until');
  const note = fieldOf(form, 'note').trim();
  return until === '' ? { note } : { note, until: new Date(until).toISOString() };
}

function SeenForm({ run, take, close }: PartProps & { readonly close: () => void }) {
  const words = useWords(runWords);
  const { cancel } = useWords(commonWords);
  const { problem, busy, act } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = bodyOf(event.currentTarget);
    act(async () => take(await mark(run, body)));
  };
  return (
    <form className="seen" onSubmit={submit}>
      <p className="quiet">{words.markSeenHint}</p>
      <div className="row wrap">
        <label className="wide">
          {words.note}
          <input name="note" required maxLength={1000} autoFocus autoComplete="off" pattern=".*\S.*" />
        </label>
        <label>
          {words.until}
          <input name="until" type="datetime-local" className="until" />
        </label>
        <button className="primary" aria-disabled={busy}>
          {words.markSeen}
        </button>
        <button type="button" onClick={close}>
          {cancel}
        </button>
        <AsCurl method="PUT" path={addressOf(run)} body={{ note: '…' }} />
      </div>
      <Fault problem={problem} />
    </form>
  );
}
