import { Link } from '@tanstack/react-router';
import { type Column } from '../list/column';
import { count, duration, percent, size } from '../parts/format';
import { ClientProtection } from '../parts/protection';
import { Time } from '../parts/time';
import { useNow } from '../parts/use-now';
import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';
import { DaySigns } from './day-signs';
import { SilenceState } from './silence-state';
import { type Client, type Figures, keyOfClient } from './use-figures';

interface Sight {
  readonly seesFigures: boolean;
  readonly isOfAll: boolean;
}

/** The columns of the list; those with figures only for who may see them. */
export function useClientColumns(of: Figures, { seesFigures, isOfAll }: Sight): readonly Column<Client>[] {
  const { heads } = useWords(clientsWords);
  const common = useWords(commonWords);
  const figures = useFigureColumns(of);
  return [
    { id: 'name', head: heads.name, track: 'minmax(0, 1.3fr)', cell: (row) => <Name of={row} /> },
    {
      ...{ id: 'protection', head: heads.protection, track: 'minmax(0, 1.8fr)' },
      cell: (row) => <Standing of={row} />,
    },
    {
      id: 'silence',
      head: heads.silence,
      isExtra: true,
      track: 'minmax(0, 1.6fr)',
      cell: (row) => <SilenceState of={row} />,
    },
    { id: 'lastGood', head: heads.lastGood, track: 'minmax(0, 1.3fr)', cell: (row) => <LastGood of={row} /> },
    { id: 'age', head: heads.age, track: 'minmax(0, 1.2fr)', cell: (row) => <Age of={row} /> },
    ...(seesFigures ? figures : []),
    { id: 'version', head: heads.version, track: 'minmax(0, 0.8fr)', cell: ({ version }) => version ?? common.unknown },
    {
      id: 'director',
      head: heads.director,
      isExtra: !isOfAll,
      track: 'minmax(0, 1fr)',
      cell: ({ director }) => director,
    },
    {
      id: 'address',
      head: heads.address,
      isExtra: true,
      track: 'minmax(0, 1fr)',
      cell: ({ address }) => address ?? common.unknown,
    },
    {
      ...{ id: 'enabled', head: heads.enabled, isExtra: true, track: 'minmax(0, 1fr)' },
      cell: ({ enabled }) => (enabled ? common.yes : common.no),
    },
    {
      ...{ id: 'firstSeen', head: heads.firstSeen, isExtra: true, track: 'minmax(0, 1fr)' },
      cell: ({ firstSeenAt }) => <Time at={firstSeenAt} as="short" />,
    },
  ];
}

function useFigureColumns({ days, sums }: Figures): readonly Column<Client>[] {
  const { heads } = useWords(clientsWords);
  const key = ({ name, director }: Client): string => keyOfClient(name, director);
  return [
    {
      ...{ id: 'days', head: heads.days, track: '164px' },
      cell: (row) => <Days of={days.get(key(row))} />,
    },
    {
      ...{ id: 'bytes', head: heads.bytes, isFigure: true, track: 'minmax(0, 1.1fr)' },
      cell: (row) => <Bytes of={sums.get(key(row))} />,
    },
    {
      ...{ id: 'growth', head: heads.growth, isFigure: true, isExtra: true, track: 'minmax(0, 1.3fr)' },
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

/** A client that is not in use, or whose watch is paused, shows that before all else. */
function Standing({ of }: { readonly of: Client }) {
  const now = useNow();
  const { pausedUntil } = of.silence;
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now;
  return !of.enabled || isPaused ? <SilenceState of={of} /> : <ClientProtection of={of.protection} />;
}

function LastGood({ of: { silence } }: { readonly of: Client }) {
  const { never } = useWords(clientsWords);
  return silence.lastSuccessAt === null ? <span className="quiet">{never}</span> : <Time at={silence.lastSuccessAt} />;
}

/** Against the threshold that comes next. */
function Age({ of: { silence } }: { readonly of: Client }) {
  const words = useWords(clientsWords);
  const { ageSeconds, warnSeconds, critSeconds, lastSuccessAt } = silence;
  if (lastSuccessAt === null) return <span className="quiet">–</span>;
  const next = silence.status === 'ok' ? warnSeconds : critSeconds;
  return (
    <span title={words.ofThresholdHint(duration(warnSeconds), duration(critSeconds))}>
      {words.ofThreshold(roughly(ageSeconds), roughly(next))}
    </span>
  );
}

/** Its largest unit alone: 36 h. */
function roughly(seconds: number): string {
  return duration(seconds).split(' ').slice(0, 2).join(' ');
}

function Days({ of }: { readonly of: ReturnType<Figures['days']['get']> }) {
  return of ? <DaySigns days={of.days} /> : <span className="quiet">–</span>;
}

function Bytes({ of }: { readonly of: ReturnType<Figures['sums']['get']> }) {
  const { bytesExact } = useWords(clientsWords);
  if (!of) return <span className="quiet">–</span>;
  return <span title={bytesExact(count(of.bytes))}>{size(of.bytes)}</span>;
}

function Growth({ of }: { readonly of: ReturnType<Figures['sums']['get']> }) {
  const { noneBefore } = useWords(clientsWords);
  if (!of || of.growth === null) return <span className="quiet">{of ? noneBefore : '–'}</span>;
  return <>{of.growth > 0 ? `+${percent(of.growth)}` : percent(of.growth)}</>;
}
