import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { type Channel, type Way } from './channel-details';
import { channelFormWords } from './channel-form.messages';
import { Field, SecretField, Tick } from './channel-form-field';
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
  const words = useMessages(channelFormWords);
  const host = channel?.host ?? null;
  const hint = takesKey(way) ? words.urlOptional(words.formats[way]) : words.urlHint;
  return (
    <>
      <Field
        {...{ label: words.url, name: 'url', type: 'url', maxLength: 2048, inputMode: 'url' }}
        hint={host === null ? hint : words.urlKept(host)}
        required={channel === null && !takesKey(way)}
        className="path"
      />
      {takesKey(way) ? <ServiceKey {...{ way, channel }} /> : <Authorization channel={channel} />}
    </>
  );
}

function ServiceKey({ way, channel }: TargetProps) {
  const words = useMessages(channelFormWords);
  const isStored = channel?.hasServiceKey === true;
  return (
    <SecretField
      {...{ name: 'serviceKey', maxLength: 256, required: !isStored }}
      label={way === 'pagerduty' ? words.serviceKey : words.apiKey}
      hint={isStored ? words.keyKept : undefined}
    />
  );
}

function Authorization({ channel }: Pick<TargetProps, 'channel'>) {
  const words = useMessages(channelFormWords);
  const isStored = channel?.hasAuthorization === true;
  return (
    <>
      <SecretField
        {...{ label: words.authorization, name: 'authorization', maxLength: 4096 }}
        hint={isStored ? words.keyKept : words.authorizationHint}
      />
      {isStored && <Tick label={words.dropAuthorization} name="dropAuthorization" />}
    </>
  );
}

function MailTarget({ channel }: Pick<TargetProps, 'channel'>) {
  const words = useMessages(channelFormWords);
  const hasServer = useHasMailServer();
  const [chosen, setChosen] = useState<boolean | null>(null);
  // A new channel has no other server to use.
  const isOwn = chosen ?? (channel === null ? hasServer === false : channel.smtp !== null);
  return (
    <>
      {channel === null && hasServer === false && <NoMailServer />}
      <Field
        {...{ label: words.receivers, name: 'to', required: true, hint: words.receiversHint }}
        defaultValue={channel?.to?.join(', ')}
      />
      <Field
        {...{ label: words.sender, name: 'from', type: 'email', required: hasServer === false }}
        hint={hasServer === false ? words.senderNeeded : words.senderHint}
        defaultValue={channel?.from ?? ''}
      />
      <Tick label={words.ownServer} name="ownServer" checked={isOwn} onChange={() => setChosen(!isOwn)} />
      {isOwn && <MailServer smtp={channel?.smtp ?? null} />}
    </>
  );
}

function MailServer({ smtp }: Pick<Channel, 'smtp'>) {
  const words = useMessages(channelFormWords);
  return (
    <>
      <Field {...{ label: words.host, name: 'smtpHost', required: true }} defaultValue={smtp?.host} />
      <Field
        {...{ label: words.port, name: 'port', type: 'number', min: 1, max: 65_535, hint: words.portHint }}
        defaultValue={smtp?.port}
      />
      <label>
        {words.security}
        <select name="security" defaultValue={smtp?.security ?? 'starttls'}>
          {Object.entries(words.securities).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Field {...{ label: words.username, name: 'smtpUser' }} defaultValue={smtp?.username ?? ''} />
      <SecretField
        {...{ label: words.password, name: 'smtpPassword' }}
        hint={smtp?.hasPassword ? words.passwordKept : undefined}
      />
    </>
  );
}
