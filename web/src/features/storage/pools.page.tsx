import { Link, useNavigate } from '@tanstack/react-router';
import { useChosenDirector, useDirectorName } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { ColumnChoice } from '../../data-table/column-choice';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { ForecastText } from './forecast';
import { type PoolGrowth, useGrowth } from './growth';
import { Spark } from './growth-chart';
import { Keeping, type Pool, Room, VolumeCounts } from './pool-sections';
import { StorageTabs } from './storage-tabs';
import './storage.css';

const lookEveryMs = 60_000;

export function PoolsPage() {
  const messages = useMessages('pools');
  const shared = useMessages('storage');
  const chosen = useChosenDirector();
  const navigate = useNavigate();
  const query = { ...chosen, limit: 100 };
  const pages = useApiInfiniteQuery(
    ['pools', 'list', query],
    (api, cursor, signal) =>
      api.GET('/api/v1/storage-media/pools', { params: { query: { ...query, ...cursor } }, signal }),
    { everyMs: lookEveryMs },
  );
  const growth = useGrowth(chosen);
  const columns = useColumns('pools', usePoolColumns(growth.data?.items ?? []));
  const ofOwner = useDirectorLink();
  const path = `/storage-media/pools?${new URLSearchParams({ ...chosen, limit: '100' }).toString()}`;
  return (
    <>
      <Title>{shared.pools}</Title>
      <StorageTabs />
      <AsCurl path={path} />
      <DataList
        {...{ label: messages.list, columns, pages }}
        keyOf={({ director, pool }) => `${director} ${pool}`}
        open={({ director, pool }) =>
          void navigate({ to: '/storage/pools/$name', params: { name: pool }, search: ofOwner(director) })
        }
        empty={
          <Empty>
            {messages.none} {messages.noneNext}
          </Empty>
        }
      />
      <div className="list-foot">
        <ColumnChoice of={columns} />
      </div>
    </>
  );
}

function usePoolColumns(growth: readonly PoolGrowth[]): readonly Column<Pool>[] {
  const messages = useMessages('pools');
  const growthOf = ({ pool, director }: Pool) => growth.find((one) => one.pool === pool && one.director === director);
  return [
    {
      id: 'pool',
      isName: true,
      fold: 'lead',
      head: messages.heads.pool,
      width: [140, 2],
      cell: (pool) => <Name of={pool} />,
    },
    { id: 'room', isName: true, head: messages.heads.room, width: [200, 2], cell: (pool) => <Room pool={pool} /> },
    {
      id: 'forecast',
      head: messages.forecast,
      width: [180, 2],
      cell: ({ forecast }) => (
        <span className="pool-forecast">
          <ForecastText of={forecast} />
        </span>
      ),
    },
    {
      id: 'growth',
      fold: 'rare',
      head: messages.growth,
      width: [152, 1],
      cell: (pool) => <Growth of={growthOf(pool)} />,
    },
    {
      id: 'volumes',
      isName: true,
      head: messages.heads.volumes,
      width: [128, 1],
      cell: (pool) => <VolumeCounts pool={pool} />,
    },
    {
      id: 'kept',
      fold: 'rare',
      head: messages.retention,
      width: [136, 1.5],
      cell: (pool) => (
        <span className="wraps">
          <Keeping pool={pool} />
        </span>
      ),
    },
  ];
}

function Name({ of: { pool, type, director } }: { readonly of: Pool }) {
  const of = useDirectorLink()(director);
  const nameOf = useDirectorName();
  return (
    <>
      <Link to="/storage/pools/$name" params={{ name: pool }} search={of}>
        {pool}
      </Link>
      <br />
      <span className="quiet">{[type, nameOf(director)].filter(Boolean).join(' · ')}</span>
    </>
  );
}

function Growth({ of }: { readonly of: PoolGrowth | undefined }) {
  return of && of.bytes > 0 ? <Spark of={of} /> : null;
}
