import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { ifMatch, type Tagged, tagged } from '../../api/etag';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { changeBodyOf } from './channel-body';
import { ChannelActions } from './channel-actions';
import { type Channel, ChannelState, Refused, StateSince, targetOf, wayOf } from './channel-details';
import { ChannelForm } from './channel-form';
import { LatestDeliveries } from './latest-deliveries';
import { NoMailServer, useHasMailServer } from './mail-server';
import { NotificationTabs } from './notification-tabs';
import { SigningSecrets } from './signing-secrets';
import './notifications.css';

export function ChannelPage() {
  const messages = useMessages('channels');
  const { title } = useMessages('notifications');
  const { id } = useParams({ from: '/administration/notifications/channels/$id' });
  const channel = useApiQuery(['channels', 'one', id], (api, signal) =>
    tagged(api.GET('/api/v1/admin/notifications/channels/{id}', { params: { path: { id } }, signal })),
  );
  return (
    <>
      <Title above={<Link to="/administration/notifications">{title}</Link>}>
        {channel.data?.value.name ?? messages.channelTitle}
      </Title>
      <AsCurl path={`/admin/notifications/channels/${id}`} />
      <NotificationTabs />
      <Shown of={channel}>{(known) => <OneChannel key={known.value.id} known={known} />}</Shown>
    </>
  );
}

function OneChannel({ known }: { readonly known: Tagged<Channel> }) {
  const messages = useMessages('channels');
  const channel = known.value;
  const denial = usePermissionError('notifications:manage');
  const way = wayOf(channel);
  const hasMailServer = useHasMailServer();
  return (
    <>
      <p className="verdict">
        <ChannelState of={channel.status} /> {messages.shortFormats[way]} → {targetOf(channel)}{' '}
        <StateSince of={channel} />
        {channel.refused && <Refused why={channel.refused} />}
      </p>
      {way === 'email' && channel.smtp === null && hasMailServer === false && <NoMailServer channels={[channel]} />}
      <Denied id="no-channel" why={denial} />
      <ChannelActions channel={channel} isAllowed={denial === null} />
      <LatestDeliveries channel={channel.id} />
      <Settings known={known} deniedBy={denial === null ? null : 'no-channel'} />
      {way === 'standard' && <SigningSecrets channel={channel} isAllowed={denial === null} />}
    </>
  );
}

const set = ['name', 'patterns', 'minSeverity', 'quietHours', 'host', 'to', 'from', 'smtp'] as const;

/** That it began to fail, or was paused, is nobody's change of what stands in the form. */
function haveSameSettings(one: Channel, other: Channel): boolean {
  return set.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

function readNow(id: string): Promise<Tagged<Channel>> {
  const params = { path: { id } };
  return ask((api) => tagged(api.GET('/api/v1/admin/notifications/channels/{id}', { params })));
}

interface SettingsProps {
  readonly known: Tagged<Channel>;
  readonly deniedBy: string | null;
}

/** The form stays as it was opened while the channel changes elsewhere: then saving is refused instead of undoing that. */
function Settings({ known, deniedBy }: SettingsProps) {
  const messages = useMessages('channels');
  const { save } = useMessages('common');
  const [saves, setSaves] = useState(0);
  const [opened, setOpened] = useState(known);
  const [said, setSaid] = useState('');
  const action = useAction();
  const way = wayOf(opened.value);
  const { id } = opened.value;
  const store = async (form: HTMLFormElement) => {
    const body = changeBodyOf(form, way);
    setSaid('');
    const now = await readNow(id);
    const { etag } = haveSameSettings(now.value, opened.value) ? now : opened;
    const params = { path: { id }, header: ifMatch(etag) };
    await ask((api) => api.PATCH('/api/v1/admin/notifications/channels/{id}', { params, body }));
    setOpened(await readNow(id));
    setSaves(saves + 1);
    setSaid(messages.saved);
    forget('channels');
  };
  return (
    <section>
      <h2>{messages.settings}</h2>
      <ChannelForm key={saves} {...{ way, action, deniedBy, work: store, channel: opened.value, submit: save }}>
        <AsCurl
          {...{ method: 'PATCH', path: `/admin/notifications/channels/${id}` }}
          body={{ name: opened.value.name, minSeverity: opened.value.minSeverity }}
        />
        <span role="status">{said}</span>
      </ChannelForm>
    </section>
  );
}
