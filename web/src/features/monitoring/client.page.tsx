import { Link, useParams } from '@tanstack/react-router';
import { usePermissionError } from '../../api/disabled-reason';
import { type Tagged, tagged } from '../../api/etag';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Facts } from '../../components/definition-list';
import { Shown } from '../../components/query-content';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ClientPause } from './client-pause';
import { ClientThresholds } from './client-thresholds';
import { hoursOf } from './hours-field';
import { type Client, pathOf } from './threshold-preview';
import { SilenceState } from './silence-state';
import './monitoring.css';

export function ClientSilencePage() {
  const messages = useMessages('monitoring');
  const { at, name } = useParams({ from: '/administration/silence/$at/$name' });
  const client = useApiQuery(['silence', 'one', at, name], (api, signal) =>
    tagged(
      api.GET('/api/v1/admin/monitoring/clients/{name}', {
        params: { path: { name }, query: { director: at } },
        signal,
      }),
    ),
  );
  return (
    <>
      <Title above={<Link to="/administration/silence">{messages.title}</Link>}>
        {messages.oneTitle} {name}
      </Title>
      <AsCurl path={pathOf({ name, director: at })} />
      <Shown of={client}>{(known) => <OneClient key={`${at}/${name}`} known={known} />}</Shown>
    </>
  );
}

function OneClient({ known }: { readonly known: Tagged<Client> }) {
  const messages = useMessages('monitoring');
  const denial = usePermissionError('monitoring:manage');
  const client = known.value;
  const { thresholds, lastSuccessAt, cause } = client;
  return (
    <>
      <Facts
        of={[
          [messages.state, <SilenceState key="" of={client} inFull />],
          [messages.since, <Time key="" at={client.since} />],
          [messages.cause, cause && messages.causes[cause]],
          [messages.age, lastSuccessAt ? <Time key="" at={lastSuccessAt} /> : messages.never],
          [messages.holds, messages.hours(hoursOf(thresholds.warnSeconds), hoursOf(thresholds.critSeconds))],
          [messages.from, messages.sources[thresholds.from]],
          [messages.director, client.director],
          [messages.firstSeen, <Time key="" at={client.firstSeenAt} as="short" />],
        ]}
      />
      {!client.enabled && <p className="quiet after">{messages.notUsed}</p>}
      {lastSuccessAt === null && <p className="quiet after">{messages.noBackup}</p>}
      <Denied id="no-silence" why={denial} />
      <ClientThresholds known={known} isAllowed={denial === null} />
      <ClientPause client={client} isAllowed={denial === null} />
    </>
  );
}
