import { ago, exact, shortTime, timeToTheSecond } from './format';
import { useNow } from './use-now';
import { useZone } from './zone';

interface TimeProps {
  readonly at: string;
  /** `ago` is the distance, `short` the time to the minute, `seconds` to the second. The other is shown on hover, with UTC. */
  readonly as?: 'ago' | 'short' | 'seconds';
}

export function Time({ at, as = 'ago' }: TimeProps) {
  const zone = useZone();
  const now = useNow();
  const utc = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const full = exact(at, zone);
  return (
    <time dateTime={at} title={`${as === 'ago' ? full : `${ago(at, now)}, ${full}`}\n${utc}`}>
      {as === 'ago' ? ago(at, now) : as === 'short' ? shortTime(at, zone) : timeToTheSecond(at, zone)}
    </time>
  );
}
