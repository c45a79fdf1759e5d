import { getRouteApi, Link } from '@tanstack/react-router';
import { usePermissionError } from '../../api/disabled-reason';
import { useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { OfOneDirector } from '../../components/one-director';
import { count, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useDisabledReason } from './use-director-ability';
import { FillLine, ForecastText } from './forecast';
import { useGrowth } from './growth';
import { GrowthPicture } from './growth-chart';
import { Keeping, type Pool, Room, VolumeCounts } from './pool-sections';
import './storage.css';

const route = getRouteApi('/storage/pools/$name');

type PoolQuery = Readonly<Record<'name', string>> & { readonly director?: string };

/** One pool: its room, when that is used up, what it grew by, and how it is set. */
export function PoolPage() {
  const { name } = route.useParams();
  const { pools, label } = useMessages('storage');
  const { director } = useChosenDirector();
  const query: PoolQuery = { name, ...(director === '*' || director === undefined ? {} : { director }) };
  const hindrance = useDisabledReason(query.director, 'label', 'media:manage');
  return (
    <>
      <Title
        above={<Link to="/storage">{pools}</Link>}
        actions={
          <ActionLink deniedBy={hindrance === null ? null : 'no-label'} to="/storage/label" search={{ pool: name }}>
            {label}
          </ActionLink>
        }
      >
        {name}
      </Title>
      <Denied id="no-label" why={hindrance} />
      <AsCurl path={`/storage-media/pools?${new URLSearchParams({ ...query }).toString()}`} />
      <OfOneDirector
        owners={{
          key: ['pools', 'owners', name],
          call: (api, signal) =>
            api.GET('/api/v1/storage-media/pools', { params: { query: { director: '*', name } }, signal }),
        }}
      >
        <OnePool query={query} />
      </OfOneDirector>
    </>
  );
}

function OnePool({ query }: { readonly query: PoolQuery }) {
  const messages = useMessages('pools');
  const pools = useApiQuery(['pools', 'one', query.director, query.name], (api, signal) =>
    api.GET('/api/v1/storage-media/pools', { params: { query }, signal }),
  );
  return (
    <Shown of={pools} rows={5}>
      {({ items: [pool] }) =>
        pool ? (
          <PoolDetail pool={pool} />
        ) : (
          <Empty>
            {messages.gone(query.name)} <Link to="/storage">{messages.toPools}</Link>
          </Empty>
        )
      }
    </Shown>
  );
}

function PoolDetail({ pool }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  return (
    <>
      <div className="pool-head">
        <section aria-labelledby="capacity">
          <h2 id="capacity">{messages.heads.room}</h2>
          <Room pool={pool} />
        </section>
        <section aria-labelledby="when-full">
          <h2 id="when-full">{messages.forecast}</h2>
          <div className="pool-forecast">
            <ForecastText of={pool.forecast} />
          </div>
          <FillLine of={pool.forecast} />
        </section>
      </div>
      <p className="pool-more">
        <VolumeCounts pool={pool} />
        <Keeping pool={pool} />
      </p>
      <Scratch pool={pool} />
      <Growth pool={pool} />
      <PoolFacts pool={pool} />
    </>
  );
}

/** What a scratch pool means for its volumes, and for those of a pool that takes from one. */
function Scratch({ pool: { type, scratchPool } }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  if (type === 'Scratch') return <p>{messages.isScratch}</p>;
  return scratchPool !== null && <p>{messages.takesFrom(scratchPool)}</p>;
}

function Growth({ pool: { pool, director } }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  const denial = usePermissionError('stats:read');
  const growth = useGrowth({ director, pool });
  const none = { pool, director, bytes: 0, bytesBefore: 0, growth: null, days: [] };
  return (
    <section aria-labelledby="growth">
      <h2 id="growth">{messages.growth}</h2>
      <Denied id="no-growth" why={denial} />
      {denial === null && <Shown of={growth}>{({ items: [own] }) => <GrowthPicture of={own ?? none} />}</Shown>}
    </section>
  );
}

function PoolFacts({ pool }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  const shared = useMessages('storage');
  const limit = (bytes: number | null) => (bytes === null ? messages.noneSet : size(bytes));
  const facts: readonly (readonly [term: string, value: string | null])[] = [
    [messages.type, pool.type],
    [shared.director, pool.director],
    [messages.maxVolumes, pool.maxVolumes === null ? messages.noneSet : count(pool.maxVolumes)],
    [
      messages.maxVolumeBytes,
      pool.maxVolumeBytes === null ? messages.noneSet : messages.maxVolume(size(pool.maxVolumeBytes)),
    ],
    [messages.maxPoolBytes, limit(pool.maxPoolBytes)],
    [messages.labelFormat, pool.labelFormat ?? messages.labelByHand],
    [messages.storages, pool.storages.length === 0 ? null : pool.storages.join(', ')],
    [messages.nextPool, pool.nextPool],
    [messages.scratchPool, pool.scratchPool],
    [messages.recyclePool, pool.recyclePool],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{messages.facts}</h2>
      <dl className="figures">
        {facts.map(
          ([term, value]) =>
            value !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
