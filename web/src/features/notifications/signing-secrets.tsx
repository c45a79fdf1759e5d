import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Copied } from '../../components/copy-once';
import { ConfirmButton } from '../../components/confirm-button';
import { focusTitle } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { type Channel } from './channel-details';
import { channelsWords } from './channels.messages';

/** What messages are signed by: a new secret beside the old one, then the old one dropped. */
export function SigningSecrets({ channel, isAllowed }: { readonly channel: Channel; readonly isAllowed: boolean }) {
  const words = useMessages(channelsWords);
  const [fresh, setFresh] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const valid = channel.signingSecrets ?? 0;
  const turn = async (body: Schemas['RotateSecretsBody']) => {
    const params = { path: { id: channel.id } };
    const answer = await ask((api) =>
      api.POST('/api/v1/admin/notifications/channels/{id}/secrets/rotate', { params, body }),
    );
    setFresh(answer.signingSecret);
    setSaid(body.finish === true ? words.finished : '');
    focusTitle();
    forget('channels');
  };
  return (
    <section>
      <h2>{words.secrets}</h2>
      <p className="quiet">
        {words.secretsValid(valid)}. {words.rotateHint}
      </p>
      {fresh !== null && (
        <div className="fresh">
          <p>{words.secretOnce}</p>
          <Copied label={words.secret} text={fresh} />
        </div>
      )}
      <p role="status">{said}</p>
      {isAllowed ? (
        <Turns {...{ valid, turn, channel: channel.id }} />
      ) : (
        <button type="button" disabled aria-describedby="no-channel">
          {words.rotate}
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
  const words = useMessages(channelsWords);
  return (
    <div className="row wrap">
      <ConfirmButton
        key={`rotate ${valid}`}
        {...{ label: words.rotate, really: words.reallyRotate, keep: words.keep }}
        work={() => turn({})}
      />
      {valid > 1 && (
        <ConfirmButton
          {...{ label: words.finish, really: words.reallyFinish, keep: words.keep }}
          work={() => turn({ finish: true })}
        />
      )}
      <AsCurl method="POST" path={`/admin/notifications/channels/${channel}/secrets/rotate`} body={{}} />
    </div>
  );
}
