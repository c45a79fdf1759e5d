import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';
import { type NamedChannel } from './delivery-details';
import { Field, Tick } from '../../components/labeled-field';

type Body = Schemas['ReplayBody'];

const ended = ['failed', 'canceled', 'superseded', 'delivered'] as const;
const usual: readonly string[] = ['failed', 'canceled'];

function bodyOf(form: HTMLFormElement): Body {
  const given = new FormData(form);
  const moment = (name: string): string => new Date(fieldOf(form, name)).toISOString();
  const status = ended.filter((one) => given.has(one));
  const span = { channel: fieldOf(form, 'channel'), since: moment('since'), until: moment('until') };
  return { ...span, ...(status.length > 0 ? { status } : {}) };
}

interface ReplaySpanProps {
  readonly channels: readonly NamedChannel[];
  readonly onDone: () => void;
}

/** After an outage of a receiver: what it was to get in a span of time. */
export function ReplaySpan({ channels, onDone }: ReplaySpanProps) {
  const messages = useMessages('deliveries');
  const denial = usePermissionError('notifications:manage');
  const { problem, busy, act } = useAction();
  const [said, setSaid] = useState('');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = bodyOf(event.currentTarget);
    act(async () => {
      setSaid('');
      const { count, more } = await ask((api) => api.POST('/api/v1/admin/notifications/deliveries/replay', { body }));
      setSaid(more ? `${messages.replaySpanDone(count)} ${messages.replayMore}` : messages.replaySpanDone(count));
      forget('deliveries', 'arrivals');
      onDone();
    });
  };
  return (
    <details className="after">
      <summary>{messages.replaySpan}</summary>
      <p className="quiet">{messages.replaySpanHint}</p>
      <Denied id="no-span" why={denial} />
      <form onSubmit={submit}>
        <fieldset disabled={denial !== null} aria-describedby={denial === null ? undefined : 'no-span'}>
          <SpanFields channels={channels} />
          <div className="row wrap">
            <button aria-disabled={busy}>{messages.replay}</button>
            <AsCurl
              method="POST"
              path="/admin/notifications/deliveries/replay"
              body={{ channel: '…', since: '…', until: '…', status: usual }}
            />
          </div>
        </fieldset>
      </form>
      <p role="status">{said}</p>
      <ErrorMessage problem={problem} />
    </details>
  );
}

function SpanFields({ channels }: Pick<ReplaySpanProps, 'channels'>) {
  const messages = useMessages('deliveries');
  const { states } = useMessages('deliveryStatus');
  return (
    <>
      <div className="row wrap">
        <label>
          {messages.channel}
          <select name="channel" required defaultValue="">
            <option value="" disabled>
              {messages.needsChannel}
            </option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Field
          {...{ label: messages.since, name: 'since', type: 'datetime-local', required: true, className: 'short' }}
        />
        <Field
          {...{ label: messages.planUntil, name: 'until', type: 'datetime-local', required: true, className: 'short' }}
        />
      </div>
      <div className="ticks" role="group" aria-label={messages.replayStates}>
        {ended.map((one) => (
          <Tick key={one} name={one} label={states[one]} defaultChecked={usual.includes(one)} />
        ))}
      </div>
    </>
  );
}
