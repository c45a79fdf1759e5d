import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { count, percent, size } from '../../components/format';
import { takenPart } from '../../components/pool-use';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { barLookOf } from './forecast';
import { useSpan } from './format-retention';
import { UseBar } from './usage-bar';
import { VolumeStatus } from './volume-status';

export type Pool = Schemas['PoolRecord'];

/**
 * How much of its room is taken. Where volumes are full or used, less fits than the bytes on them tell. A pool limited by its disk
 * has no bar: other data on the disk is not in it, so that the disk would look empty.
 */
export function Room({ pool }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  const { bytes } = useMessages('storage');
  const now = useNow();
  const { usedBytes, remainingBytes, limitedBy, forecast } = pool;
  const part = takenPart(pool);
  if (part === null || remainingBytes === null || limitedBy === null) {
    return (
      <div className="room">
        <span title={bytes(count(usedBytes))}>{messages.roomUnknown(size(usedBytes))}</span>
        <span className="quiet">{messages.noLimit}</span>
      </div>
    );
  }
  return (
    <div className="room">
      {limitedBy !== 'disk' && (
        <UseBar part={part} look={barLookOf(forecast, now)} text={messages.use(percent(part))} />
      )}
      <span title={`${bytes(count(usedBytes))}\n${bytes(count(remainingBytes))}`}>
        {(limitedBy === 'disk' ? messages.roomOnDisk : messages.room)(size(usedBytes), size(remainingBytes))}
      </span>
      <span className="quiet">{messages.limits[limitedBy]}</span>
    </div>
  );
}

/** Its volumes by status, each a way to them. */
export function VolumeCounts({ pool: { pool, director, volumes, volumesByStatus } }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  const { bytes } = useMessages('storage');
  const of = useDirectorLink()(director);
  if (volumes === 0) return <span className="quiet">{messages.noVolumes}</span>;
  return (
    <span className="volume-counts">
      <Link to="/storage/volumes" search={{ ...of, pool }}>
        {messages.volumes(volumes)}
      </Link>
      {volumesByStatus.map((group) => (
        <span key={group.status} title={bytes(count(group.bytes))}>
          <VolumeStatus of={group.status} />{' '}
          <Link to="/storage/volumes" search={{ ...of, pool, status: group.status }}>
            {count(group.volumes)}
          </Link>
        </span>
      ))}
    </span>
  );
}

const keepRuleNames = ['last', 'daily', 'weekly', 'monthly', 'yearly'] as const;

/** How long it keeps, and what becomes of its volumes then. */
export function Keeping({ pool: { retentionSeconds, keep, recycle, autoPrune } }: { readonly pool: Pool }) {
  const messages = useMessages('pools');
  const span = useSpan();
  const then = !recycle ? 'never' : autoPrune ? 'written' : 'byHand';
  const rules = keepRuleNames.flatMap((rule) => {
    const most = keep?.[rule] ?? null;
    return most === null ? [] : [messages.keepRules[rule](most)];
  });
  return (
    <span>
      {messages.kept(span(retentionSeconds))}
      {rules.length > 0 && `, ${messages.keeps(rules.join(', '))}`}
      {retentionSeconds !== null && <span className="quiet">, {messages.afterwards[then]}</span>}
    </span>
  );
}
