import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { type Channel, type Way } from './channel-details';
import { Field, SecretField, Tick } from '../../components/labeled-field';
import { NoMailServer, useHasMailServer } from './mail-server';

interface TargetProps {
  readonly way: Way;
  /** Null for one that is to be made. */
  readonly channel: Channel | null;
}

/** Where it is sent, and by which keys. */
export function ChannelTarget({ way, channel }: TargetProps) {
  return way === 'email' ? <MailTarget channel={channel} /> : <WebhookTarget {...{ way, channel }} />;
}

const takesKey = (way: Way): way is 'pagerduty' | 'opsgenie' => way === 'pagerduty' || way === 'opsgenie';

function WebhookTarget({ way, channel }: TargetProps) {
  const messages = useMessages('channelForm');
  const host = channel?.host ?? null;
  const hint = takesKey(way) ? messages.urlOptional(messages.formats[way]) : messages.urlHint;
  return (
    <>
      <Field
        {...{ label: messages.url, name: 'url', type: 'url', maxLength: 2048, inputMode: 'url' }}
        hint={host === null ? hint : messages.urlKept(host)}
        required={channel === null && !takesKey(way)}
        className="path"
      />
      {takesKey(way) ? <ServiceKey {...{ way, channel }} /> : <Authorization channel={channel} />}
    </>
  );
}

function ServiceKey({ way, channel }: TargetProps) {
  const messages = useMessages('channelForm');
  const isStored = channel?.hasServiceKey === true;
  return (
    <SecretField
      {...{ name: 'serviceKey', maxLength: 256, required: !isStored }}
      label={way === 'pagerduty' ? messages.serviceKey : messages.apiKey}
      hint={isStored ? messages.keyKept : undefined}
    />
  );
}

function Authorization({ channel }: Pick<TargetProps, 'channel'>) {
  const messages = useMessages('channelForm');
  const isStored = channel?.hasAuthorization === true;
  return (
    <>
      <SecretField
        {...{ label: messages.authorization, name: 'authorization', maxLength: 4096 }}
        hint={isStored ? messages.keyKept : messages.authorizationHint}
      />
      {isStored && <Tick label={messages.dropAuthorization} name="dropAuthorization" />}
    </>
  );
}

function MailTarget({ channel }: Pick<TargetProps, 'channel'>) {
  const messages = useMessages('channelForm');
  const hasServer = useHasMailServer();
  const [chosen, setChosen] = useState<boolean | null>(null);
  // A new channel has no other server to use.
  const isOwn = chosen ?? (channel === null ? hasServer === false : channel.smtp !== null);
  return (
    <>
      {channel === null && hasServer === false && <NoMailServer />}
      <Field
        {...{ label: messages.receivers, name: 'to', required: true, hint: messages.receiversHint }}
        defaultValue={channel?.to?.join(', ')}
      />
      <Field
        {...{ label: messages.sender, name: 'from', type: 'email', required: hasServer === false }}
        hint={hasServer === false ? messages.senderNeeded : messages.senderHint}
        defaultValue={channel?.from ?? ''}
      />
      <Tick label={messages.ownServer} name="ownServer" checked={isOwn} onChange={() => setChosen(!isOwn)} />
      {isOwn && <MailServer smtp={channel?.smtp ?? null} />}
    </>
  );
}

function MailServer({ smtp }: Pick<Channel, 'smtp'>) {
  const messages = useMessages('channelForm');
  return (
    <>
      <Field {...{ label: messages.host, name: 'smtpHost', required: true }} defaultValue={smtp?.host} />
      <Field
        {...{ label: messages.port, name: 'port', type: 'number', min: 1, max: 65_535, hint: messages.portHint }}
        defaultValue={smtp?.port}
      />
      <label>
        {messages.security}
        <select name="security" defaultValue={smtp?.security ?? 'starttls'}>
          {Object.entries(messages.securities).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Field {...{ label: messages.username, name: 'smtpUser' }} defaultValue={smtp?.username ?? ''} />
      <SecretField
        {...{ label: messages.password, name: 'smtpPassword' }}
        hint={smtp?.hasPassword ? messages.passwordKept : undefined}
      />
    </>
  );
}
