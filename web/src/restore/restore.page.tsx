import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas } from '../api/ask';
import { useAsked } from '../api/queries';
import { type TextSearch } from '../app/search';
import { Empty } from '../parts/empty';
import { Shown } from '../parts/shown';
import { Title } from '../parts/title';
import { ClientChooser, PointChooser } from './restore-from';
import { RestoreOrder } from './restore-order';
import { RestoreSearch } from './restore-search';

type Client = Schemas['ClientRecord'];
type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];
type Search = TextSearch<'client' | 'point' | 'q'>;
type Choose = (changes: Search) => void;

const route = getRouteApi('/restore');

/** From where, what, and where to. The address holds the first two, so that it can be sent to a colleague. */
export function RestorePage() {
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const clients = useAsked(['clients', 'all'], (api, signal) =>
    api.GET('/api/v1/clients', { params: { query: { limit: 500 } }, signal }),
  );
  const choose: Choose = (changes) => void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  return (
    <>
      <Title>Restore</Title>
      <Shown of={clients}>
        {({ items }) => {
          const client = query.client ?? items[0]?.name;
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
  readonly query: Search;
  readonly choose: Choose;
}

function FromClient({ clients, client, query, choose }: FromClientProps) {
  const loaded = useAsked(['points', client], (api, signal) =>
    api.GET('/api/v1/restore/points', { params: { query: { client, limit: 100 } }, signal }),
  );
  const points = loaded.data?.items.filter(({ restorable }) => restorable !== 'no') ?? [];
  const point = points.find(({ jobId }) => String(jobId) === query.point) ?? points[0];
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
      This client has nothing to restore yet. <Link to="/jobs">Run its backup first.</Link>
    </Empty>
  );
}

interface WhatAndWhereProps {
  readonly point: Point;
  readonly query: Search;
  readonly choose: Choose;
}

function WhatAndWhere({ point, query, choose }: WhatAndWhereProps) {
  const q = query.q ?? '';
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
