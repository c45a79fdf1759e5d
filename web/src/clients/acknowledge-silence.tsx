import { type SyntheticEvent } from 'react';
import { ask, type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { forget } from '../api/queries';
import { useAction } from '../parts/action';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Fault } from '../parts/fault';
import { exact } from '../parts/format';
import { fieldOf } from '../parts/form-field';
import { Time } from '../parts/time';
import { type Undo, Undone, useUndo } from '../parts/undo';
import { useZone } from '../parts/zone';
import { useWords } from '../words/words';
import { clientWords } from './client.words';
import { UntilField, untilOf } from './until-field';
import { type Client } from './use-figures';

/** Says to others that somebody looks after a client that is silent. */
export function AcknowledgeSilence({ client }: { readonly client: Client }) {
  const words = useWords(clientWords);
  const { acknowledgement: said, silence } = client;
  const isSilent = silence.status !== 'ok';
  const undo = useUndo();
  return (
    <div>
      <h3>{words.ack}</h3>
      {said && <Said of={said} />}
      {isSilent || said ? <Say {...{ client, undo }} /> : <p className="quiet">{words.ackNothing}</p>}
      <Undone of={undo} />
    </div>
  );
}

function Said({ of: { by, at, until, note } }: { readonly of: Schemas['Acknowledgement'] }) {
  const words = useWords(clientWords);
  const zone = useZone();
  return (
    <p>
      {words.ackBy(by.name)} <Time at={at} />
      {until !== null && ` – ${words.ackUntil(exact(until, zone))}`}
      <br />
      <q>{note}</q>
    </p>
  );
}

function useAcknowledgement({ name, director, acknowledgement: before }: Client, undo: Undo) {
  const words = useWords(clientWords);
  const { problem, busy, act } = useAction();
  const params = { path: { name }, query: { director } };
  const done = () => forget('clients', 'health');
  const say = (body: Schemas['AcknowledgeBody'], then: () => void) =>
    act(async () => {
      await put(body);
      then();
    });
  const put = async (body: Schemas['AcknowledgeBody']) => {
    await ask((api) => api.PUT('/api/v1/clients/{name}/acknowledgement', { params, body }));
    done();
  };
  const takeBack = () =>
    act(async () => {
      await ask((api) => api.DELETE('/api/v1/clients/{name}/acknowledgement', { params }));
      done();
      if (!before) return;
      const { note, until, by } = before;
      undo.did(words.ackRemoved(by.name), () => put({ note, ...(until === null ? {} : { until }) }));
    });
  return { problem, busy, say, takeBack };
}

function pathOf({ name, director }: Client): string {
  return `/clients/${encodeURIComponent(name)}/acknowledgement?director=${encodeURIComponent(director)}`;
}

function Say({ client, undo }: { readonly client: Client; readonly undo: Undo }) {
  const words = useWords(clientWords);
  const why = useDenial('monitoring:manage');
  const { problem, busy, say, takeBack } = useAcknowledgement(client, undo);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const until = untilOf(form);
    say({ note: fieldOf(form, 'note').trim(), ...(until === null ? {} : { until }) }, () => form.reset());
  };
  const state = {
    disabled: why !== null,
    'aria-describedby': why === null ? undefined : 'no-ack',
    'aria-disabled': busy,
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="quiet">{words.ackAbout}</p>
      <label>
        {words.ackNote}
        <input name="note" autoComplete="off" maxLength={1000} pattern=".*\S.*" required />
      </label>
      <UntilField mayBeOpen />
      <span className="row wrap">
        <button {...state}>{client.acknowledgement ? words.ackAgain : words.ackSave}</button>
        <AsCurl method="PUT" path={pathOf(client)} body={{ note: words.ackNote }} />
        {client.acknowledgement && (
          <>
            <button type="button" {...state} onClick={takeBack}>
              {words.ackRemove}
            </button>
            <AsCurl method="DELETE" path={pathOf(client)} />
          </>
        )}
      </span>
      <Denied id="no-ack" why={why} />
      <Fault problem={problem} />
    </form>
  );
}
