import { Link } from '@tanstack/react-router';
import { useChosenDirector } from '../api/directors';
import { useAsked } from '../api/queries';
import { AsCurl } from '../parts/as-curl';
import { Empty } from '../parts/empty';
import { Shown } from '../parts/shown';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import { useDirectorLink } from './director-of';
import { ForecastText } from './forecast';
import { type PoolGrowth, useGrowth } from './growth';
import { Spark } from './growth-picture';
import { Keeping, type Pool, Room, VolumeCounts } from './pool-parts';
import { poolsWords } from './pools.words';
import { StorageTabs } from './storage-tabs';
import { storageWords } from './storage.words';
import './storage.css';

const lookEveryMs = 60_000;

export function PoolsPage() {
  const words = useWords(poolsWords);
  const shared = useWords(storageWords);
  const chosen = useChosenDirector();
  const pools = useAsked(
    ['pools', 'all', chosen.director],
    (api, signal) => api.GET('/api/v1/storage-media/pools', { params: { query: { ...chosen, limit: 500 } }, signal }),
    { everyMs: lookEveryMs },
  );
  const growth = useGrowth(chosen);
  const query = new URLSearchParams({ ...chosen, limit: '500' }).toString();
  return (
    <>
      <div className="head">
        <Title>{shared.pools}</Title>
        <AsCurl path={`/storage-media/pools?${query}`} />
      </div>
      <StorageTabs />
      <Shown of={pools} rows={6}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty>
              {words.none} {words.noneNext}
            </Empty>
          ) : (
            <PoolList pools={items} growth={growth.data?.items ?? []} isCut={nextCursor !== null} />
          )
        }
      </Shown>
    </>
  );
}

interface PoolListProps {
  readonly pools: readonly Pool[];
  readonly growth: readonly PoolGrowth[];
  readonly isCut: boolean;
}

function PoolList({ pools, growth, isCut }: PoolListProps) {
  const words = useWords(poolsWords);
  const growthOf = ({ pool, director }: Pool) => growth.find((one) => one.pool === pool && one.director === director);
  return (
    <>
      <ul className="pools" aria-label={words.list}>
        {pools.map((pool) => (
          <PoolEntry key={`${pool.director} ${pool.pool}`} pool={pool} growth={growthOf(pool)} />
        ))}
      </ul>
      {isCut && <p className="quiet after">{words.first}</p>}
    </>
  );
}

interface PoolEntryProps {
  readonly pool: Pool;
  readonly growth: PoolGrowth | undefined;
}

function PoolEntry({ pool, growth }: PoolEntryProps) {
  const of = useDirectorLink()(pool.director);
  return (
    <li>
      <div className="pool-name">
        <h2>
          <Link to="/storage/pools/$name" params={{ name: pool.pool }} search={of}>
            {pool.pool}
          </Link>
        </h2>
        <span className="quiet">{of.director === undefined ? pool.type : `${pool.type} · ${pool.director}`}</span>
      </div>
      <Room pool={pool} />
      <div className="pool-forecast">
        <ForecastText of={pool.forecast} />
      </div>
      <div className="pool-growth">{growth && growth.bytes > 0 && <Spark of={growth} />}</div>
      <div className="pool-more">
        <VolumeCounts pool={pool} />
        <Keeping pool={pool} />
      </div>
    </li>
  );
}
