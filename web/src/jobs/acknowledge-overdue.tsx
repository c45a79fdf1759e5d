import { type SyntheticEvent } from 'react';
import { ask, type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { forget } from '../api/queries';
import { useAction } from '../parts/action';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Fault } from '../parts/fault';
import { fieldOf } from '../parts/form-field';
import { Time } from '../parts/time';
import { type Undo, Undone, useUndo } from '../parts/undo';
import { useWords } from '../words/words';
import { acknowledgeWords } from './acknowledge-overdue.words';

type Job = Schemas['JobRecord'];

/** Shows others that a user looks after a job that is overdue. Nothing where it is not. */
export function AcknowledgeOverdue({ job }: { readonly job: Job }) {
  const words = useWords(acknowledgeWords);
  const undo = useUndo();
  const { acknowledgement, protection } = job;
  const isOverdue = protection.countsAs === 'warn' || protection.countsAs === 'crit';
  if (!isOverdue && !acknowledgement) return <Undone of={undo} />;
  return (
    <section aria-labelledby="job-acknowledgement">
      <h2 id="job-acknowledgement">{words.title}</h2>
      {acknowledgement && <Given of={acknowledgement} />}
      <Form {...{ job, undo }} />
      <Undone of={undo} />
    </section>
  );
}

function Given({ of: { by, at, until, note } }: { readonly of: Schemas['Acknowledgement'] }) {
  const words = useWords(acknowledgeWords);
  return (
    <p>
      {words.by(by.name)} <Time at={at} />
      {until !== null && (
        <>
          {` ${words.lasts} `}
          <Time at={until} as="short" />
        </>
      )}
      <br />
      <q>{note}</q>
    </p>
  );
}

function useAcknowledgement({ name, director, acknowledgement: before }: Job, undo: Undo) {
  const words = useWords(acknowledgeWords);
  const { problem, busy, act } = useAction();
  const params = { path: { name }, query: { director } };
  const done = () => forget('jobs', 'health', 'overview');
  const put = async (body: Schemas['AcknowledgeBody']) => {
    await ask((api) => api.PUT('/api/v1/operations/jobs/{name}/acknowledgement', { params, body }));
    done();
  };
  const give = (body: Schemas['AcknowledgeBody'], then: () => void) =>
    act(async () => {
      await put(body);
      then();
    });
  const remove = () =>
    act(async () => {
      await ask((api) => api.DELETE('/api/v1/operations/jobs/{name}/acknowledgement', { params }));
      done();
      if (!before) return;
      const { note, until, by } = before;
      undo.did(words.removed(by.name), () => put({ note, ...(until === null ? {} : { until }) }));
    });
  return { problem, busy, give, remove };
}

function pathOf({ name, director }: Job): string {
  return `/operations/jobs/${encodeURIComponent(name)}/acknowledgement?director=${encodeURIComponent(director)}`;
}

/** The time of the field is one of this browser's zone, which is what the field itself shows. */
function bodyOf(form: HTMLFormElement): Schemas['AcknowledgeBody'] {
  const until = fieldOf(form, 'until');
  const note = fieldOf(form, 'note').trim();
  return until === '' ? { note } : { note, until: new Date(until).toISOString() };
}

function Form({ job, undo }: { readonly job: Job; readonly undo: Undo }) {
  const words = useWords(acknowledgeWords);
  const why = useDenial('monitoring:manage');
  const { problem, busy, give, remove } = useAcknowledgement(job, undo);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    give(bodyOf(form), () => form.reset());
  };
  const state = {
    disabled: why !== null,
    'aria-describedby': why === null ? undefined : 'no-acknowledgement',
    'aria-disabled': busy,
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="quiet">{words.about}</p>
      <div className="row wrap">
        <label className="wide">
          {words.note}
          <input name="note" autoComplete="off" maxLength={1000} pattern=".*\S.*" required />
        </label>
        <label>
          {words.until}
          <input name="until" type="datetime-local" className="until" />
        </label>
      </div>
      <span className="row wrap">
        <button {...state}>{job.acknowledgement ? words.change : words.save}</button>
        <AsCurl method="PUT" path={pathOf(job)} body={{ note: words.note }} />
        {job.acknowledgement && (
          <>
            <button type="button" {...state} onClick={remove}>
              {words.remove}
            </button>
            <AsCurl method="DELETE" path={pathOf(job)} />
          </>
        )}
      </span>
      <Denied id="no-acknowledgement" why={why} />
      <Fault problem={problem} />
    </form>
  );
}
