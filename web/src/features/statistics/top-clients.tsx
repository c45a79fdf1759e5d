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
  const messages = useMessages('statistics');
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
          <h2>{messages.topClients}</h2>
          <OrderChoice now={sort} />
        </div>
        <CsvDownload
          of={messages.topClients}
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
  const messages = useMessages('statistics');
  const navigate = route.useNavigate();
  const choose = (most: string) =>
    void navigate({ search: (old) => ({ ...old, most: most === 'bytes' ? undefined : most }), resetScroll: false });
  return (
    <select aria-label={messages.most} value={now} onChange={({ target }) => choose(target.value)}>
      {orders.map((order) => (
        <option key={order} value={order}>
          {messages.orders[order]}
        </option>
      ))}
    </select>
  );
}

function ClientTable({ items, sort }: { readonly items: readonly Client[]; readonly sort: Order }) {
  const messages = useMessages('statistics');
  const most = Math.max(1, ...items.map(figureOf[sort]));
  const areMany = useAreMany();
  const figures = [messages.runs, messages.failures, messages.files, messages.bytes, messages.growth];
  const heads = [messages.client, ...(areMany ? [messages.director] : []), messages.compared, ...figures];
  return (
    <Table label={messages.topClients} heads={heads} figures={figures}>
      {items.map((client) => (
        <Row key={`${client.director} ${client.client}`} name={client.client}>
          {areMany && <Cell of={messages.director}>{client.director}</Cell>}
          <Cell of={messages.compared}>
            <RowBar part={figureOf[sort](client) / most} tone={sort === 'failures' ? 'bad' : 'middle'} />
          </Cell>
          <Cell of={messages.runs} figure>
            {count(client.runs.total)}
          </Cell>
          <Cell of={messages.failures} figure>
            {count(client.runs.error)}
          </Cell>
          <Cell of={messages.files} figure>
            {count(client.files)}
          </Cell>
          <Cell of={messages.bytes} figure title={count(client.bytes)}>
            {size(client.bytes)}
          </Cell>
          <Cell of={messages.growth} figure>
            {growth(client.bytes, client.bytesBefore) ?? '–'}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
