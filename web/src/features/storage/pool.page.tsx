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
import { poolsWords } from './pools.messages';
import { storageWords } from './storage.messages';
import './storage.css';

const route = getRouteApi('/storage/pools/$name');

type PoolQuery = Readonly<Record<'name', string>> & { readonly director?: string };

/** One pool: its room, when that is used up, what it grew by, and how it is set. */
export function PoolPage() {
  const { name } = route.useParams();
  const { pools, label } = useMessages(storageWords);
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
  const words = useMessages(poolsWords);
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
            {words.gone(query.name)} <Link to="/storage">{words.toPools}</Link>
          </Empty>
        )
      }
    </Shown>
  );
}

function PoolDetail({ pool }: { readonly pool: Pool }) {
  const words = useMessages(poolsWords);
  return (
    <>
      <div className="pool-head">
        <section aria-labelledby="capacity">
          <h2 id="capacity">{words.heads.room}</h2>
          <Room pool={pool} />
        </section>
        <section aria-labelledby="when-full">
          <h2 id="when-full">{words.forecast}</h2>
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
  const words = useMessages(poolsWords);
  if (type === 'Scratch') return <p>{words.isScratch}</p>;
  return scratchPool !== null && <p>{words.takesFrom(scratchPool)}</p>;
}

function Growth({ pool: { pool, director } }: { readonly pool: Pool }) {
  const words = useMessages(poolsWords);
  const denial = usePermissionError('stats:read');
  const growth = useGrowth({ director, pool });
  const none = { pool, director, bytes: 0, bytesBefore: 0, growth: null, days: [] };
  return (
    <section aria-labelledby="growth">
      <h2 id="growth">{words.growth}</h2>
      <Denied id="no-growth" why={denial} />
      {denial === null && <Shown of={growth}>{({ items: [own] }) => <GrowthPicture of={own ?? none} />}</Shown>}
    </section>
  );
}

function PoolFacts({ pool }: { readonly pool: Pool }) {
  const words = useMessages(poolsWords);
  const shared = useMessages(storageWords);
  const limit = (bytes: number | null) => (bytes === null ? words.noneSet : size(bytes));
  const facts: readonly (readonly [term: string, value: string | null])[] = [
    [words.type, pool.type],
    [shared.director, pool.director],
    [words.maxVolumes, pool.maxVolumes === null ? words.noneSet : count(pool.maxVolumes)],
    [words.maxVolumeBytes, pool.maxVolumeBytes === null ? words.noneSet : words.maxVolume(size(pool.maxVolumeBytes))],
    [words.maxPoolBytes, limit(pool.maxPoolBytes)],
    [words.labelFormat, pool.labelFormat ?? words.labelByHand],
    [words.storages, pool.storages.length === 0 ? null : pool.storages.join(', ')],
    [words.nextPool, pool.nextPool],
    [words.scratchPool, pool.scratchPool],
    [words.recyclePool, pool.recyclePool],
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
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
