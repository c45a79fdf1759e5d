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
import { silenceWords } from './monitoring.messages';
import './monitoring.css';

export function ClientSilencePage() {
  const words = useMessages(silenceWords);
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
      <Title above={<Link to="/administration/silence">{words.title}</Link>}>
        {words.oneTitle} {name}
      </Title>
      <AsCurl path={pathOf({ name, director: at })} />
      <Shown of={client}>{(known) => <OneClient key={`${at}/${name}`} known={known} />}</Shown>
    </>
  );
}

function OneClient({ known }: { readonly known: Tagged<Client> }) {
  const words = useMessages(silenceWords);
  const denial = usePermissionError('monitoring:manage');
  const client = known.value;
  const { thresholds, lastSuccessAt, cause } = client;
  return (
    <>
      <Facts
        of={[
          [words.state, <SilenceState key="" of={client} inFull />],
          [words.since, <Time key="" at={client.since} />],
          [words.cause, cause && words.causes[cause]],
          [words.age, lastSuccessAt ? <Time key="" at={lastSuccessAt} /> : words.never],
          [words.holds, words.hours(hoursOf(thresholds.warnSeconds), hoursOf(thresholds.critSeconds))],
          [words.from, words.sources[thresholds.from]],
          [words.director, client.director],
          [words.firstSeen, <Time key="" at={client.firstSeenAt} as="short" />],
        ]}
      />
      {!client.enabled && <p className="quiet after">{words.notUsed}</p>}
      {lastSuccessAt === null && <p className="quiet after">{words.noBackup}</p>}
      <Denied id="no-silence" why={denial} />
      <ClientThresholds known={known} isAllowed={denial === null} />
      <ClientPause client={client} isAllowed={denial === null} />
    </>
  );
}
