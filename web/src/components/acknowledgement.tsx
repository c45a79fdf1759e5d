import { type SyntheticEvent, useId, useState } from 'react';
import { type Schemas } from '../api/request';
import { useMessages } from '../i18n/messages';
import { type Action, useAction } from './action';
import { Denied } from './no-permission';
import { ErrorMessage } from './error-message';
import { fieldOf } from './form-field';
import { State } from './state';
import { Time } from './time';
import { focusTitle } from './title';
import { Undone, useUndo } from './undo';
import { UntilField, untilOf } from './expiry-field';

type Given = Schemas['Acknowledgement'];
type Body = Schemas['AcknowledgeBody'];

interface AcknowledgementProps {
  readonly of: Given | undefined;
  /** Whether there is something to acknowledge. One that was given is shown in any case. */
  readonly isDue: boolean;
  /** What an acknowledgement means here. */
  readonly about: string;
  /** Why this caller may not; null: they may. */
  readonly why: string | null;
  readonly put: (body: Body) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** That a user knows of something and looks after it: of a run, a job or a client. */
export function Acknowledgement({ of, isDue, about, why, put, remove }: AcknowledgementProps) {
  const messages = useMessages('acknowledgement');
  const action = useAction();
  const undo = useUndo();
  const [isOpen, setOpen] = useState(false);
  // Whatever had the focus goes away.
  const end = () => {
    setOpen(false);
    focusTitle();
  };
  const give = (body: Body) => action.act(() => put(body).then(end));
  const takeBack = ({ by, note, until }: Given) =>
    action.act(async () => {
      await remove();
      end();
      undo.did(messages.removed(by.name), () => put({ note, ...(until === null ? {} : { until }) }));
    });
  return (
    <>
      {(of !== undefined || isDue) && (
        <section className="acknowledgement" aria-label={messages.title}>
          {of && <Words of={of} />}
          {isOpen ? (
            <Form {...{ about, action, give, note: of?.note ?? '' }} close={() => setOpen(false)} />
          ) : (
            <Buttons {...{ of, why, action, takeBack }} open={() => setOpen(true)} />
          )}
          <ErrorMessage problem={action.problem} />
        </section>
      )}
      <Undone of={undo} />
    </>
  );
}

function Words({ of: { by, at, until, note } }: { readonly of: Given }) {
  const messages = useMessages('acknowledgement');
  return (
    <>
      <p>
        <State of="paused" text={messages.by(by.name)} /> <Time at={at} />
        {until !== null && (
          <>
            {` · ${messages.lasts} `}
            <Time at={until} as="short" />
          </>
        )}
      </p>
      <blockquote>{note}</blockquote>
    </>
  );
}

interface ButtonsProps extends Pick<AcknowledgementProps, 'of' | 'why'> {
  readonly action: Action;
  readonly open: () => void;
  readonly takeBack: (given: Given) => void;
}

function Buttons({ of, why, action: { busy }, open, takeBack }: ButtonsProps) {
  const messages = useMessages('acknowledgement');
  const id = useId();
  const state = { disabled: why !== null, 'aria-describedby': why === null ? undefined : id };
  return (
    <>
      <div className="row wrap">
        <button type="button" {...state} onClick={open}>
          {of ? messages.change : messages.give}
        </button>
        {of && (
          <button type="button" {...state} aria-disabled={busy} onClick={() => takeBack(of)}>
            {messages.remove}
          </button>
        )}
      </div>
      <Denied id={id} why={why} />
    </>
  );
}

interface FormProps extends Pick<AcknowledgementProps, 'about'> {
  readonly action: Action;
  readonly note: string;
  readonly give: (body: Body) => void;
  readonly close: () => void;
}

function Form({ about, action: { busy }, note, give, close }: FormProps) {
  const messages = useMessages('acknowledgement');
  const { cancel } = useMessages('common');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const until = untilOf(form);
    give({ note: fieldOf(form, 'note').trim(), ...(until === null ? {} : { until }) });
  };
  return (
    <form onSubmit={submit}>
      <p className="quiet">{about}</p>
      <div className="row wrap">
        <label className="wide">
          {messages.note}
          <input
            name="note"
            defaultValue={note}
            required
            maxLength={1000}
            autoFocus
            autoComplete="off"
            pattern=".*\S.*"
          />
        </label>
        <UntilField mayBeOpen />
        <button className="primary" aria-disabled={busy}>
          {messages.give}
        </button>
        <button type="button" onClick={close}>
          {cancel}
        </button>
      </div>
    </form>
  );
}
