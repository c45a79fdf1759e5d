import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectorName } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { percent, size } from '../../components/format';
import { takenPart } from '../../components/pool-use';
import { keptTimes } from '../../components/format-cache';
import { Shown } from '../../components/query-content';
import { type Look } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { Disks } from './disks';
import { Part } from './overview-section';
import { everyMs, subject } from './selected-directors';
import { UseBar } from './use-usage-bar';
import { Way } from './links';

type Pool = Schemas['PoolRecord'];
type Forecast = Pool['forecast'];

const shownPools = 5;
const readPools = 200;
const soonMs = 7 * 86_400_000;

/** When pools are full, those first that fill first, and what is free on the disks below them. */
export function Pools({ scope }: { readonly scope: string }) {
  const messages = useMessages('overview');
  const pools = useApiQuery(
    [subject, 'pools', scope],
    (api, signal) =>
      api.GET('/api/v1/storage-media/pools', { params: { query: { director: scope, limit: readPools } }, signal }),
    { everyMs: 5 * everyMs, enabled: usePermissionError('media:read') === null },
  );
  return (
    <Part
      {...{ title: messages.pools, needs: ['media:read'], className: 'pools' }}
      path={`/storage-media/pools?director=${encodeURIComponent(scope)}`}
      more={<Way to="/storage">{messages.allPools}</Way>}
    >
      <Shown of={pools} rows={2}>
        {({ items }) => <PoolList pools={items} />}
      </Shown>
      <Disks scope={scope} />
    </Part>
  );
}

function PoolList({ pools }: { readonly pools: readonly Pool[] }) {
  const messages = useMessages('overview');
  if (pools.length === 0) return <p className="quiet">{messages.noPool}</p>;
  const shown = [...pools].sort(fullerFirst).slice(0, shownPools);
  return (
    <ul className="named">
      {shown.map((pool) => (
        <PoolLine key={`${pool.director} ${pool.pool}`} pool={pool} />
      ))}
      {pools.length > shown.length && (
        <li>
          <Way to="/storage">{messages.furtherPools(pools.length - shown.length)}</Way>
        </li>
      )}
    </ul>
  );
}

const order: readonly Forecast['state'][] = ['full', 'fills', 'unknown', 'steady'];

function fullerFirst({ forecast: a }: Pool, { forecast: b }: Pool): number {
  return order.indexOf(a.state) - order.indexOf(b.state) || (a.expected ?? '').localeCompare(b.expected ?? '');
}

function lookOf({ state, expected }: Forecast): Look {
  if (state === 'full') return 'bad';
  if (state !== 'fills' || expected === null) return 'off';
  return Date.parse(expected) - Date.now() < soonMs ? 'warn' : 'off';
}

function PoolLine({ pool }: { readonly pool: Pool }) {
  const messages = useMessages('overview');
  const { usedBytes, capacityBytes, remainingBytes, limitedBy, forecast } = pool;
  const name = [pool.pool, useDirectorName()(pool.director)].filter(Boolean).join(' · ');
  const part = takenPart(pool);
  // All pools on a disk share what is left on it: it is not the capacity of one of them.
  const isOfDisk = limitedBy === 'disk' && remainingBytes !== null;
  const used = isOfDisk
    ? messages.usedOnDisk(size(usedBytes), size(remainingBytes))
    : part === null
      ? size(usedBytes)
      : messages.usedOf(percent(part), size(capacityBytes ?? 0));
  return (
    <li>
      <Way to={`/storage/pools/${encodeURIComponent(pool.pool)}`} director={pool.director}>
        {name}
      </Way>
      {!isOfDisk && <UseBar part={part} look={lookOf(forecast)} said={messages.usedBy(name, used)} />}
      <span className="quiet">{used}</span>
      <span className="wide-line">
        <span className="state" data-look={lookOf(forecast) === 'off' ? undefined : lookOf(forecast)}>
          {useFill(forecast)}
        </span>
        {(forecast.state === 'fills' || forecast.state === 'steady') && (
          <span className="quiet"> {messages.basedOn(forecast.days)}</span>
        )}
      </span>
    </li>
  );
}

const dates = keptTimes({ day: 'numeric', month: 'short', year: 'numeric' });
const dateOf = (time: string): string => dates('UTC').format(Date.parse(time));

/** The forecast in a sentence, with how sure it is. */
function useFill({ state, gap, days, horizonDays, expected, earliest, latest, confidence }: Forecast): string {
  const messages = useMessages('overview');
  if (state === 'full') return messages.fullNow;
  if (state === 'steady') return messages.neverFull(horizonDays);
  if (gap === 'keep_rules') return messages.keepRules;
  if (state === 'unknown' || expected === null)
    return gap === 'no_capacity' ? messages.noLimit : messages.tooFewDays(days);
  const sure = confidence === null ? '' : percent(confidence);
  if (earliest === null) return messages.fullOn(dateOf(expected));
  if (latest === null) return messages.fullFrom(dateOf(expected), dateOf(earliest), sure);
  return messages.fullBetween(dateOf(expected), { from: dateOf(earliest), to: dateOf(latest), sure });
}
