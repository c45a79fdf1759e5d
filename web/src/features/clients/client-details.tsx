import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { json } from '../../api/json';
import { useApiQuery } from '../../api/queries';
import { duration } from '../../components/format';
import { ClientProtection } from '../../components/protection';
import { Time } from '../../components/time';
import { outcomesOf, SquareLegend } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';
import { SilenceState } from './silence-state';
import { DaySigns } from './day-outcomes-strip';
import { type Client } from './use-client-stats';
import { useMonitored } from './use-monitored';

type Monitored = Schemas['MonitoredClient'];

/** How its silence stands, since when, by which thresholds and where those come from. */
export function ClientFacts({ client }: { readonly client: Client }) {
  const messages = useMessages('client');
  const { facts } = messages;
  const common = useMessages('common');
  const { data } = useMonitored(client);
  const monitored = data?.value;
  const { silence } = client;
  return (
    <section aria-labelledby="client-silence">
      <h2 id="client-silence">{messages.silence}</h2>
      {!client.enabled && <p>{messages.notInUse}</p>}
      <dl className="figures">
        <Fact name={facts.protection} isLead>
          <ClientProtection of={client.protection} />
        </Fact>
        <Fact name={facts.state}>
          <SilenceState of={client} inFull />
        </Fact>
        {/* Without a cause it has lasted since the client was first seen, which may be before its first backup. */}
        {monitored && monitored.cause !== null && (
          <Fact name={facts.since}>
            <Since of={monitored} />
          </Fact>
        )}
        <Fact name={facts.lastGood}>
          {silence.lastSuccessAt === null ? messages.never : <Time at={silence.lastSuccessAt} />}
        </Fact>
        <Fact name={facts.age}>{duration(silence.ageSeconds)}</Fact>
        <Fact name={facts.warn}>{duration(silence.warnSeconds)}</Fact>
        <Fact name={facts.crit}>{duration(silence.critSeconds)}</Fact>
        {monitored && <Fact name={facts.from}>{<From of={monitored} />}</Fact>}
        <Fact name={facts.version}>{client.version ?? common.unknown}</Fact>
        {client.address !== null && <Fact name={facts.address}>{client.address}</Fact>}
        <Fact name={facts.director}>{client.director}</Fact>
        <Fact name={facts.firstSeen}>
          <Time at={client.firstSeenAt} />
        </Fact>
      </dl>
      <Month client={client} />
    </section>
  );
}

interface FactProps {
  readonly name: string;
  /** What the page is about first. */
  readonly isLead?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, isLead = false, children }: FactProps) {
  return (
    <div data-lead={isLead || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Since({ of: { since, cause } }: { readonly of: Monitored }) {
  const { causes } = useMessages('client');
  return (
    <>
      <Time at={since} as="short" /> {cause !== null && <span className="quiet">{causes[cause]}</span>}
    </>
  );
}

function From({ of: { thresholds, intervalSeconds } }: { readonly of: Monitored }) {
  const messages = useMessages('client');
  const isBySchedule = thresholds.from === 'schedule' && intervalSeconds !== null;
  return <>{isBySchedule ? messages.interval(duration(intervalSeconds)) : messages.froms[thresholds.from]}</>;
}

function Month({ client: { name, director } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const enabled = usePermissionError('stats:read') === null;
  const { data } = useApiQuery(
    ['stats', 'client-month', director, name],
    (api, signal) =>
      json(
        api.GET('/api/v1/stats/days', {
          params: { query: { director, client: name, days: 30, limit: 1, format: 'json' } },
          signal,
        }),
      ),
    { enabled },
  );
  const days = data?.items[0]?.days;
  if (days === undefined) return null;
  return (
    <div className="client-month">
      <span className="quiet">{messages.days}</span>
      <DaySigns days={days} hasSpan />
      <SquareLegend of={outcomesOf(days)} />
    </div>
  );
}
