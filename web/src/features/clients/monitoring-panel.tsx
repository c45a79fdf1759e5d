import { type ComponentProps, type SyntheticEvent } from 'react';
import { ask, asProblem, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { ifMatch } from '../../api/etag';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { exact } from '../../components/format';
import { Skeleton } from '../../components/query-content';
import { State } from '../../components/state';
import { UntilField, untilOf } from '../../components/expiry-field';
import { useNow } from '../../components/use-now';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { OwnThresholds } from './client-thresholds-form';
import { type Client } from './use-client-stats';
import { useMonitored } from './use-monitored';
import { type Watched, watchPath } from './monitored-client-path';

/** Whether and by which thresholds it is watched, and how to change both. */
export function WatchOver({ client }: { readonly client: Client }) {
  const messages = useMessages('client');
  const asked = useMonitored(client);
  const whyUnseen = usePermissionError('monitoring:read');
  if (whyUnseen !== null) {
    return (
      <div>
        <h3>{messages.thresholds}</h3>
        <Denied id="no-monitoring" why={whyUnseen} />
      </div>
    );
  }
  const { data, error } = asked;
  if (data === undefined || error !== null) {
    return (
      <div>
        <h3>{messages.thresholds}</h3>
        <ErrorMessage problem={error === null ? null : asProblem(error)} retry={asked.refetch} />
        {error === null && <Skeleton rows={3} />}
      </div>
    );
  }
  return <Parts client={client} monitored={data.value} etag={data.etag} />;
}

interface PartsProps {
  readonly client: Client;
  readonly monitored: Schemas['MonitoredClient'];
  readonly etag: string | null;
}

function useWatch({ client, monitored, etag }: PartsProps): Watched {
  const action = useAction();
  const why = usePermissionError('monitoring:manage');
  const { name, director } = client;
  const change: Watched['change'] = (body, then) =>
    action.act(async () => {
      const params = { path: { name }, query: { director }, header: ifMatch(etag) };
      try {
        await ask((api) => api.PATCH('/api/v1/admin/monitoring/clients/{name}', { params, body }));
        then?.();
      } finally {
        forget('clients', 'health');
      }
    });
  return { monitored, why, action, change };
}

function Parts(props: PartsProps) {
  const pause = useWatch(props);
  const thresholds = useWatch(props);
  return (
    <>
      <Pause {...pause} />
      <OwnThresholds {...thresholds} />
    </>
  );
}

function Pause({ monitored, why, action, change }: Watched) {
  const messages = useMessages('client');
  const zone = useZone();
  const now = useNow();
  const until = monitored.pausedUntil;
  const isPaused = until !== null && Date.parse(until) > now;
  const state = {
    disabled: why !== null,
    'aria-describedby': why === null ? undefined : 'no-pause',
    'aria-disabled': action.busy,
  };
  return (
    <div>
      <h3>{messages.pause}</h3>
      <p>
        <State
          of={isPaused ? 'paused' : 'ok'}
          text={isPaused ? messages.pausedUntil(exact(until, zone)) : messages.watched}
        />
      </p>
      {isPaused ? (
        <button type="button" {...state} onClick={() => change({ pausedUntil: null })}>
          {messages.resume}
        </button>
      ) : (
        <PauseForm {...{ monitored, change, state }} />
      )}
      <Denied id="no-pause" why={why} />
      <ErrorMessage problem={action.problem} />
    </div>
  );
}

interface PauseFormProps extends Pick<Watched, 'monitored' | 'change'> {
  readonly state: ComponentProps<'button'>;
}

function PauseForm({ monitored, change, state }: PauseFormProps) {
  const messages = useMessages('client');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ pausedUntil: untilOf(event.currentTarget) });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="quiet">{messages.pauseAbout}</p>
      <UntilField mayBeOpen={false} />
      <span className="row">
        <button {...state}>{messages.pauseNow}</button>
        <AsCurl method="PATCH" path={watchPath(monitored)} body={{ pausedUntil: '2026-12-24T12:00:00Z' }} />
      </span>
    </form>
  );
}
