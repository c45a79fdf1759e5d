import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Copied } from '../../components/copy-once';
import { ConfirmButton } from '../../components/confirm-button';
import { focusTitle } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { type Channel } from './channel-details';

/** What messages are signed by: a new secret beside the old one, then the old one dropped. */
export function SigningSecrets({ channel, isAllowed }: { readonly channel: Channel; readonly isAllowed: boolean }) {
  const messages = useMessages('channels');
  const [fresh, setFresh] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const valid = channel.signingSecrets ?? 0;
  const turn = async (body: Schemas['RotateSecretsBody']) => {
    const params = { path: { id: channel.id } };
    const answer = await ask((api) =>
      api.POST('/api/v1/admin/notifications/channels/{id}/secrets/rotate', { params, body }),
    );
    setFresh(answer.signingSecret);
    setSaid(body.finish === true ? messages.finished : '');
    focusTitle();
    forget('channels');
  };
  return (
    <section>
      <h2>{messages.secrets}</h2>
      <p className="quiet">
        {messages.secretsValid(valid)}. {messages.rotateHint}
      </p>
      {fresh !== null && (
        <div className="fresh">
          <p>{messages.secretOnce}</p>
          <Copied label={messages.secret} text={fresh} />
        </div>
      )}
      <p role="status">{said}</p>
      {isAllowed ? (
        <Turns {...{ valid, turn, channel: channel.id }} />
      ) : (
        <button type="button" disabled aria-describedby="no-channel">
          {messages.rotate}
        </button>
      )}
    </section>
  );
}

interface TurnsProps {
  readonly channel: string;
  /** How many secrets are valid. */
  readonly valid: number;
  readonly turn: (body: Schemas['RotateSecretsBody']) => Promise<void>;
}

function Turns({ channel, valid, turn }: TurnsProps) {
  const messages = useMessages('channels');
  return (
    <div className="row wrap">
      <ConfirmButton
        {...{ label: messages.rotate, really: messages.reallyRotate, keep: messages.keep }}
        work={() => turn({})}
      />
      {valid > 1 && (
        <ConfirmButton
          {...{ label: messages.finish, really: messages.reallyFinish, keep: messages.keep }}
          work={() => turn({ finish: true })}
        />
      )}
      <AsCurl method="POST" path={`/admin/notifications/channels/${channel}/secrets/rotate`} body={{}} />
    </div>
  );
}
