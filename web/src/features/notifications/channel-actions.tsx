import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { ConfirmButton } from '../../components/confirm-button';
import { useMessages } from '../../i18n/messages';
import { type Channel } from './channel-details';
import { TestResult, useChannelTest } from './test-result';

/** What can be done with a channel as it is stored. */
export function ChannelActions({ channel, isAllowed }: { readonly channel: Channel; readonly isAllowed: boolean }) {
  const messages = useMessages('channels');
  const test = useChannelTest();
  const params = { path: { id: channel.id } };
  const denied = isAllowed ? {} : { disabled: true, 'aria-describedby': 'no-channel' };
  const sendTest = () =>
    test.send(() => ask((api) => api.POST('/api/v1/admin/notifications/channels/{id}/test', { params })));
  return (
    <>
      <div className="row wrap">
        <button type="button" className="primary" {...denied} aria-disabled={test.action.busy} onClick={sendTest}>
          {messages.test}
        </button>
        <AsCurl method="POST" path={`/admin/notifications/channels/${channel.id}/test`} />
        <PauseOrResume key={channel.id} {...{ channel, denied }} />
        {isAllowed ? (
          <Remove channel={channel} />
        ) : (
          <button type="button" {...denied}>
            {messages.remove}
          </button>
        )}
      </div>
      <p className="quiet">{messages.testStored}</p>
      <TestResult of={test} />
    </>
  );
}

interface PauseProps {
  readonly channel: Channel;
  readonly denied: object;
}

function PauseOrResume({ channel, denied }: PauseProps) {
  const messages = useMessages('channels');
  const { problem, busy, act } = useAction();
  const [said, setSaid] = useState('');
  const params = { path: { id: channel.id } };
  const isSending = channel.status === 'active' || channel.status === 'failing';
  const turn = () =>
    act(async () => {
      await (isSending
        ? ask((api) => api.POST('/api/v1/admin/notifications/channels/{id}/pause', { params }))
        : ask((api) => api.POST('/api/v1/admin/notifications/channels/{id}/resume', { params })));
      setSaid(isSending ? messages.paused : messages.resumed);
      forget('channels', 'deliveries');
    });
  return (
    <>
      <button type="button" {...denied} aria-disabled={busy} onClick={turn}>
        {isSending ? messages.pause : messages.resume}
      </button>
      <AsCurl method="POST" path={`/admin/notifications/channels/${channel.id}/${isSending ? 'pause' : 'resume'}`} />
      <span role="status" className="quiet">
        {said}
      </span>
      <ErrorMessage problem={problem} />
    </>
  );
}

function Remove({ channel: { id, name } }: { readonly channel: Channel }) {
  const messages = useMessages('channels');
  const navigate = useNavigate();
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/admin/notifications/channels/{id}', { params: { path: { id } } }));
    await navigate({ to: '/administration/notifications' });
    forget('channels', 'deliveries');
  };
  const asked = { label: messages.remove, really: messages.reallyRemove, keep: messages.keep, of: name, work: remove };
  return <ConfirmButton {...asked} curl={{ method: 'DELETE', path: `/admin/notifications/channels/${id}` }} />;
}
