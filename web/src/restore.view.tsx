import { useState } from 'react';
import { ask, type Schemas } from './api';
import { count, exact } from './format';
import { Empty, Fault, Placeholder } from './parts';
import { RestoreOrder } from './restore-order';
import { RestoreSearch } from './restore-search';
import { addressOf, replaceAddress } from './route';
import { useData } from './use-data';

type Client = Schemas['ClientRecord'];
type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];
type Choose = (changes: Readonly<Record<string, string>>) => void;

const loadClients = () => ask((api) => api.GET('/api/v1/clients', { params: { query: { limit: 500 } } }));

interface RestoreViewProps {
  readonly query: URLSearchParams;
  readonly mayRestore: boolean;
}

/** From where, what, and where to. The address holds the first two, so that it can be sent to a colleague. */
export function RestoreView({ query, mayRestore }: RestoreViewProps) {
  const { data, problem, reload } = useData('clients', loadClients);
  const client = query.get('client') ?? data?.items[0]?.name;
  const choose: Choose = (changes) =>
    replaceAddress(addressOf('restore', '', { ...Object.fromEntries(query), ...changes }));
  return (
    <>
      <h1>Restore</h1>
      <Fault problem={problem} retry={reload} />
      {data === null && !problem && <Placeholder />}
      {data !== null && client === undefined && <Empty>No client is configured yet.</Empty>}
      {data !== null && client !== undefined && (
        <FromClient key={client} clients={data.items} {...{ client, query, mayRestore, choose }} />
      )}
    </>
  );
}

interface FromClientProps extends RestoreViewProps {
  readonly clients: readonly Client[];
  readonly client: string;
  readonly choose: Choose;
}

function FromClient({ clients, client, query, mayRestore, choose }: FromClientProps) {
  const { data, problem, reload } = useData(`points ${client}`, () =>
    ask((api) => api.GET('/api/v1/restore/points', { params: { query: { client, limit: 100 } } })),
  );
  const usable = data?.items.filter(({ restorable }) => restorable !== 'no') ?? [];
  const point = usable.find(({ jobId }) => String(jobId) === query.get('point')) ?? usable[0];
  return (
    <>
      <section aria-labelledby="from">
        <h2 id="from">Where from</h2>
        <div className="row wrap">
          <label>
            Client
            <select value={client} onChange={(event) => choose({ client: event.target.value, point: '' })}>
              {clients.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          {point && <PointChooser points={usable} chosen={point} onChoose={(id) => choose({ point: id })} />}
        </div>
        <Fault problem={problem} retry={reload} />
        {data === null && !problem && <Placeholder rows={1} />}
        {data !== null && !point && (
          <Empty>
            This client has nothing to restore yet. <a href={addressOf('jobs')}>Run its backup first.</a>
          </Empty>
        )}
      </section>
      {point && <WhatAndWhere key={point.jobId} {...{ point, query, mayRestore, choose }} />}
    </>
  );
}

interface PointChooserProps {
  readonly points: readonly Point[];
  readonly chosen: Point;
  readonly onChoose: (jobId: string) => void;
}

function PointChooser({ points, chosen, onChoose }: PointChooserProps) {
  return (
    <label>
      As of
      <select value={String(chosen.jobId)} onChange={(event) => onChoose(event.target.value)}>
        {points.map((point) => (
          <option key={point.jobId} value={String(point.jobId)}>
            {exact(point.endedAt)} · {point.fileset} · {point.level} · run {point.jobId} · {count(point.files)} files
            {point.restorable === 'partial' ? ' · partial' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WhatAndWhereProps {
  readonly point: Point;
  readonly query: URLSearchParams;
  readonly mayRestore: boolean;
  readonly choose: Choose;
}

function WhatAndWhere({ point, query, mayRestore, choose }: WhatAndWhereProps) {
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
      <RestoreOrder {...{ point, mayRestore }} entries={[...basket.values()]} onRemove={toggle} />
    </>
  );
}
