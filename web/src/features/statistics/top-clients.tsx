import { getRouteApi } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useAreMany, useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { count, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { useMessages } from '../../i18n/messages';
import { asJson } from './as-json';
import { CsvDownload } from './csv-download';
import { growth } from './statistics-figures';
import { type Period } from './period';
import { statisticsWords } from './statistics.messages';

type Client = Schemas['ClientStatistics'];
type Order = Schemas['ClientOrder'];

const orders: readonly Order[] = ['bytes', 'files', 'failures', 'growth'];
const shownClients = 10;
const route = getRouteApi('/statistics');

const figureOf: Readonly<Record<Order, (client: Client) => number>> = {
  bytes: ({ bytes }) => bytes,
  files: ({ files }) => files,
  failures: ({ runs }) => runs.error,
  growth: ({ bytes, bytesBefore }) => Math.max(0, bytes - bytesBefore),
};

/** The clients that have most of what is chosen. */
export function TopClients({ period }: { readonly period: Period }) {
  const words = useMessages(statisticsWords);
  const { most } = route.useSearch();
  const sort = orders.find((order) => order === most) ?? 'bytes';
  const query = { ...period.query, ...useChosenDirector(), sort };
  const clients = useApiQuery(
    ['stats', 'clients', query],
    (api, signal) =>
      api
        .GET('/api/v1/stats/clients', { params: { query: { ...query, limit: shownClients } }, signal })
        .then(asJson<Schemas['ClientStatisticsPage']>),
    { keepsOld: true },
  );
  return (
    <section>
      <div className="head">
        <div className="row figures-head">
          <h2>{words.topClients}</h2>
          <OrderChoice now={sort} />
        </div>
        <CsvDownload
          of={words.topClients}
          file="clients.csv"
          read={(api) =>
            api.GET('/api/v1/stats/clients', { params: { query: { ...query, format: 'csv' } }, parseAs: 'text' })
          }
        />
      </div>
      <Shown of={clients}>{({ items }) => <ClientTable {...{ items, sort }} />}</Shown>
    </section>
  );
}

function OrderChoice({ now }: { readonly now: Order }) {
  const words = useMessages(statisticsWords);
  const navigate = route.useNavigate();
  const choose = (most: string) =>
    void navigate({ search: (old) => ({ ...old, most: most === 'bytes' ? undefined : most }), resetScroll: false });
  return (
    <select aria-label={words.most} value={now} onChange={({ target }) => choose(target.value)}>
      {orders.map((order) => (
        <option key={order} value={order}>
          {words.orders[order]}
        </option>
      ))}
    </select>
  );
}

function ClientTable({ items, sort }: { readonly items: readonly Client[]; readonly sort: Order }) {
  const words = useMessages(statisticsWords);
  const most = Math.max(1, ...items.map(figureOf[sort]));
  const areMany = useAreMany();
  const figures = [words.runs, words.failures, words.files, words.bytes, words.growth];
  const heads = [words.client, ...(areMany ? [words.director] : []), words.compared, ...figures];
  return (
    <Table label={words.topClients} heads={heads} figures={figures}>
      {items.map((client) => (
        <Row key={`${client.director} ${client.client}`} name={client.client}>
          {areMany && <Cell of={words.director}>{client.director}</Cell>}
          <Cell of={words.compared}>
            <RowBar part={figureOf[sort](client) / most} tone={sort === 'failures' ? 'bad' : 'middle'} />
          </Cell>
          <Cell of={words.runs} figure>
            {count(client.runs.total)}
          </Cell>
          <Cell of={words.failures} figure>
            {count(client.runs.error)}
          </Cell>
          <Cell of={words.files} figure>
            {count(client.files)}
          </Cell>
          <Cell of={words.bytes} figure title={count(client.bytes)}>
            {size(client.bytes)}
          </Cell>
          <Cell of={words.growth} figure>
            {growth(client.bytes, client.bytesBefore) ?? '–'}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
