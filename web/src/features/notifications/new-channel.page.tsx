import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Copied } from '../../components/copy-once';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { createBodyOf } from './channel-body';
import { type Way, ways } from './channel-details';
import { ChannelForm } from './channel-form';
import { NotificationTabs } from './notification-tabs';
import { TestResult, useChannelTest } from './test-result';
import './notifications.css';

type Created = Schemas['ChannelWithSecret'];

export function NewChannelPage() {
  const messages = useMessages('channelForm');
  const { title } = useMessages('notifications');
  const [created, setCreated] = useState<Created | null>(null);
  const navigate = useNavigate();
  const go = (id: string) => navigate({ to: '/administration/notifications/channels/$id', params: { id } });
  const onCreated = async (channel: Created) => {
    forget('channels');
    if (channel.signingSecret === null) await go(channel.id);
    else setCreated(channel);
  };
  return (
    <>
      <Title above={<Link to="/administration/notifications">{title}</Link>}>{messages.createTitle}</Title>
      <NotificationTabs />
      {created ? <FreshSecret of={created} onDone={() => void go(created.id)} /> : <NewChannel onCreated={onCreated} />}
    </>
  );
}

function NewChannel({ onCreated }: { readonly onCreated: (channel: Created) => Promise<void> }) {
  const messages = useMessages('channelForm');
  const [way, setWay] = useState<Way>('standard');
  const action = useAction();
  const test = useChannelTest();
  const create = async (form: HTMLFormElement) => {
    const body = createBodyOf(form, way);
    await onCreated(await ask((api) => api.POST('/api/v1/admin/notifications/channels', { body })));
  };
  const tryOut = (form: HTMLFormElement | null) => {
    if (!form?.reportValidity()) return;
    const body = createBodyOf(form, way);
    test.send(() => ask((api) => api.POST('/api/v1/admin/notifications/channels/test', { body })));
  };
  return (
    <>
      <WayChoice value={way} choose={setWay} />
      <ChannelForm {...{ way, action, channel: null, submit: messages.create, deniedBy: null, work: create }}>
        <AsCurl method="POST" path="/admin/notifications/channels" body={exampleOf(way)} />
        <button
          type="button"
          aria-disabled={test.action.busy}
          onClick={({ currentTarget }) => tryOut(currentTarget.form)}
        >
          {messages.testThese}
        </button>
        <AsCurl method="POST" path="/admin/notifications/channels/test" body={exampleOf(way)} />
      </ChannelForm>
      <TestResult of={test} />
    </>
  );
}

function WayChoice({ value, choose }: { readonly value: Way; readonly choose: (way: Way) => void }) {
  const messages = useMessages('channelForm');
  return (
    <>
      <label className="way">
        {messages.kind}
        <select value={value} onChange={({ target }) => choose(target.value as Way)}>
          {ways.map((one) => (
            <option key={one} value={one}>
              {messages.formats[one]}
            </option>
          ))}
        </select>
      </label>
      <p className="quiet">{messages.formatHints[value]}</p>
    </>
  );
}

/** What was typed may be secret: the line for a shell has its places instead. */
function exampleOf(way: Way): object {
  const common = { name: 'On call', patterns: ['job.completed.*', 'client.silence.**'], minSeverity: 'warning' };
  if (way === 'email') return { ...common, kind: 'email', to: ['ops@example.com'] };
  const key = way === 'pagerduty' || way === 'opsgenie' ? { serviceKey: '…' } : { url: 'https://…' };
  return { ...common, kind: 'webhook', format: way, ...key };
}

/** The secret that the console made, which nobody can show again. */
export function FreshSecret({ of, onDone }: { readonly of: Created; readonly onDone: () => void }) {
  const messages = useMessages('channels');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="fresh" aria-labelledby="fresh">
      <h2 id="fresh" ref={heading} tabIndex={-1}>
        {messages.created(of.name)}
      </h2>
      <p>{messages.secretOnce}</p>
      <Copied label={messages.secret} text={of.signingSecret ?? ''} />
      <button type="button" onClick={onDone}>
        {messages.iHaveIt}
      </button>
    </section>
  );
}
