import { useState } from 'react';
import { ask, type Schemas } from './api';
import { Empty, Shown } from './parts';
import { ClientChooser, PointChooser } from './restore-from';
import { RestoreOrder } from './restore-order';
import { RestoreSearch } from './restore-search';
import { addressOf, replaceAddress } from './route';
import { Title } from './title';
import { useData } from './use-data';

type Client = Schemas['ClientRecord'];
type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];
type Choose = (changes: Readonly<Record<string, string>>) => void;

const loadClients = () => ask((api) => api.GET('/api/v1/clients', { params: { query: { limit: 500 } } }));

/** From where, what, and where to. The address holds the first two, so that it can be sent to a colleague. */
export function RestoreView({ query }: { readonly query: URLSearchParams }) {
  const clients = useData('clients', loadClients);
  const choose: Choose = (changes) =>
    replaceAddress(addressOf('restore', '', { ...Object.fromEntries(query), ...changes }));
  return (
    <>
      <Title>Restore</Title>
      <Shown of={clients}>
        {({ items }) => {
          const client = query.get('client') ?? items[0]?.name;
          if (client === undefined) return <Empty>No client is configured yet.</Empty>;
          return <FromClient key={client} clients={items} {...{ client, query, choose }} />;
        }}
      </Shown>
    </>
  );
}

interface FromClientProps {
  readonly clients: readonly Client[];
  readonly client: string;
  readonly query: URLSearchParams;
  readonly choose: Choose;
}

function FromClient({ clients, client, query, choose }: FromClientProps) {
  const loaded = useData(`points ${client}`, () =>
    ask((api) => api.GET('/api/v1/restore/points', { params: { query: { client, limit: 100 } } })),
  );
  const points = loaded.data?.items.filter(({ restorable }) => restorable !== 'no') ?? [];
  const point = points.find(({ jobId }) => String(jobId) === query.get('point')) ?? points[0];
  return (
    <>
      <section aria-labelledby="from">
        <h2 id="from">Where from</h2>
        <div className="row wrap">
          <ClientChooser {...{ clients }} chosen={client} onChoose={(name) => choose({ client: name, point: '' })} />
          {point && <PointChooser points={points} chosen={point} onChoose={(id) => choose({ point: id })} />}
        </div>
        <Shown of={loaded} rows={1}>
          {() => !point && <NothingThere />}
        </Shown>
      </section>
      {point && <WhatAndWhere key={point.jobId} {...{ point, query, choose }} />}
    </>
  );
}

function NothingThere() {
  return (
    <Empty>
      This client has nothing to restore yet. <a href={addressOf('jobs')}>Run its backup first.</a>
    </Empty>
  );
}

interface WhatAndWhereProps {
  readonly point: Point;
  readonly query: URLSearchParams;
  readonly choose: Choose;
}

function WhatAndWhere({ point, query, choose }: WhatAndWhereProps) {
  const q = query.get('q') ?? '';
  const [basket, setBasket] = useState<ReadonlyMap<string, Entry>>(new Map());
  const toggle = (entry: Entry) => {
    const next = new Map(basket);
    if (!next.delete(entry.ref)) next.set(entry.ref, entry);
    setBasket(next);
  };
  return (
    <>
      {point.reasons.length > 0 && <p className="quiet">{point.reasons.join(' ')}</p>}
      <RestoreSearch {...{ point, q, basket }} onSearch={(text) => choose({ q: text })} onToggle={toggle} />
      <RestoreOrder point={point} entries={[...basket.values()]} onRemove={toggle} />
    </>
  );
}
