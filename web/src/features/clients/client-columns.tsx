import { Link } from '@tanstack/react-router';
import { type Column } from '../../data-table/column';
import { Muted } from '../../components/client-status';
import { age, count, duration, percent, size } from '../../components/format';
import { ClientProtection } from '../../components/protection';
import { Time } from '../../components/time';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { DaySigns } from './day-outcomes-strip';
import { SilenceState } from './silence-state';
import { type Client, type Figures, keyOfClient } from './use-client-stats';

interface Observation {
  readonly seesFigures: boolean;
  readonly isOfAll: boolean;
}

/** The columns of the list; those with figures only for who may see them. */
export function useClientColumns(of: Figures, { seesFigures, isOfAll }: Observation): readonly Column<Client>[] {
  const { heads } = useMessages('clients');
  const common = useMessages('common');
  const figures = useFigureColumns(of);
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: heads.name,
      width: [136, 4],
      sort: { up: 'name', down: 'name' },
      cell: (row) => <Name of={row} />,
    },
    {
      id: 'protection',
      fold: 'side',
      head: heads.protection,
      width: [168, 1],
      sort: { up: 'protection', down: 'protection' },
      cell: (row) => <Standing of={row} />,
    },
    {
      id: 'silence',
      head: heads.silence,
      isExtra: true,
      width: [120, 1],
      cell: (row) => <SilenceState of={row} />,
    },
    {
      id: 'lastGood',
      head: heads.lastGood,
      width: [160, 0.5],
      sort: { up: 'lastSuccess', down: 'lastSuccess' },
      cell: (row) => <LastGood of={row} />,
    },
    { id: 'age', fold: 'rare', head: heads.age, width: [120, 0.5], cell: (row) => <Age of={row} /> },
    ...(seesFigures ? figures : []),
    {
      id: 'version',
      fold: 'rare',
      head: heads.version,
      width: [72, 0.3],
      cell: ({ version }) => version ?? common.unknown,
    },
    {
      id: 'director',
      head: heads.director,
      isExtra: !isOfAll,
      width: [88, 1],
      cell: ({ director }) => director,
    },
    {
      id: 'address',
      isName: true,
      head: heads.address,
      isExtra: true,
      width: [88, 1],
      cell: ({ address }) => address ?? common.unknown,
    },
    {
      id: 'enabled',
      head: heads.enabled,
      isExtra: true,
      width: [88, 1],
      cell: ({ enabled }) => (enabled ? common.yes : common.no),
    },
    {
      id: 'firstSeen',
      head: heads.firstSeen,
      isExtra: true,
      width: [88, 1],
      cell: ({ firstSeenAt }) => <Time at={firstSeenAt} as="short" />,
    },
  ];
}

function useFigureColumns({ days, sums }: Figures): readonly Column<Client>[] {
  const { heads } = useMessages('clients');
  const key = ({ name, director }: Client): string => keyOfClient(name, director);
  return [
    {
      id: 'days',
      fold: 'rare',
      head: heads.days,
      width: [172, 0],
      cell: (row) => <Days of={days.get(key(row))} />,
    },
    {
      id: 'bytes',
      fold: 'rare',
      head: heads.bytes,
      isFigure: true,
      width: [124, 0.5],
      cell: (row) => <Bytes of={sums.get(key(row))} />,
    },
    {
      id: 'growth',
      head: heads.growth,
      isFigure: true,
      isExtra: true,
      width: [88, 1.3],
      cell: (row) => <Growth of={sums.get(key(row))} />,
    },
  ];
}

function Name({ of: { name, director } }: { readonly of: Client }) {
  return (
    <Link to="/clients/$name" params={{ name }} search={(old) => ({ ...(old.director === '*' ? { director } : {}) })}>
      {name}
    </Link>
  );
}

/** A client that is not in use shows that alone; that it is muted stands beside its protection. */
function Standing({ of }: { readonly of: Client }) {
  const now = useNow();
  const { pausedUntil } = of.silence;
  if (!of.enabled) return <SilenceState of={of} />;
  return (
    <>
      <ClientProtection of={of.protection} />
      {pausedUntil !== null && Date.parse(pausedUntil) > now && <Muted until={pausedUntil} />}
    </>
  );
}

function LastGood({ of: { silence } }: { readonly of: Client }) {
  const { never } = useMessages('clients');
  return silence.lastSuccessAt === null ? <span className="quiet">{never}</span> : <Time at={silence.lastSuccessAt} />;
}

/** Against the threshold that comes next. */
function Age({ of: { silence } }: { readonly of: Client }) {
  const messages = useMessages('clients');
  const { ageSeconds, warnSeconds, critSeconds, lastSuccessAt } = silence;
  if (lastSuccessAt === null) return <span className="quiet">–</span>;
  const next = silence.status === 'ok' ? warnSeconds : critSeconds;
  return (
    <span title={messages.ofThresholdHint(duration(warnSeconds), duration(critSeconds))}>
      {messages.ofThreshold(age(ageSeconds), duration(next))}
    </span>
  );
}

function Days({ of }: { readonly of: ReturnType<Figures['days']['get']> }) {
  return of ? <DaySigns days={of.days} /> : <span className="quiet">–</span>;
}

function Bytes({ of }: { readonly of: ReturnType<Figures['sums']['get']> }) {
  const { bytesExact } = useMessages('clients');
  if (!of) return <span className="quiet">–</span>;
  return <span title={bytesExact(count(of.bytes))}>{size(of.bytes)}</span>;
}

function Growth({ of }: { readonly of: ReturnType<Figures['sums']['get']> }) {
  const { noneBefore } = useMessages('clients');
  if (!of || of.growth === null) return <span className="quiet">{of ? noneBefore : '–'}</span>;
  return <>{of.growth > 0 ? `+${percent(of.growth)}` : percent(of.growth)}</>;
}
