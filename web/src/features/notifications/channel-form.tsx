import { type ReactNode, type SyntheticEvent } from 'react';
import { type Action } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';
import { type Channel, type Way } from './channel-details';
import { ChannelTarget } from './channel-target';
import { QuietChoice, Wishes } from './subscription-fields';
import { Field } from '../../components/labeled-field';

interface ChannelFormProps {
  readonly way: Way;
  /** Null for one that is to be made. */
  readonly channel: Channel | null;
  readonly action: Action;
  readonly submit: string;
  /** The id of the sentence that says why the caller may not; null where they may. */
  readonly deniedBy: string | null;
  readonly work: (form: HTMLFormElement) => Promise<void>;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Secrets that are stored are not in it: what is left empty stays. */
export function ChannelForm({ way, channel, action, submit, deniedBy, work, children }: ChannelFormProps) {
  const messages = useMessages('channelForm');
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    action.act(() => work(form));
  };
  return (
    <form className="channel-form" onSubmit={send}>
      <fieldset disabled={deniedBy !== null} aria-describedby={deniedBy ?? undefined}>
        <div className="form-part">
          <Field
            {...{ label: messages.name, name: 'name', required: true, maxLength: 100 }}
            defaultValue={channel?.name}
          />
          <ChannelTarget key={way} {...{ way, channel }} />
        </div>
        <Wishes way={way} patterns={channel?.patterns ?? ['**']} minSeverity={channel?.minSeverity ?? 'info'} />
        <QuietChoice quietHours={channel?.quietHours ?? null} />
        <ErrorMessage problem={action.problem} />
        <div className="row wrap">
          <button className="primary" aria-disabled={action.busy}>
            {submit}
          </button>
          {children}
        </div>
      </fieldset>
    </form>
  );
}
