import { ago, exact, shortTime } from './format';
import { useNow } from './use-now';
import { useZone } from './zone';

interface TimeProps {
  readonly at: string;
  /** `ago` says how long it is, `short` when it was. The other is told on hover, with UTC. */
  readonly as?: 'ago' | 'short';
}

export function Time({ at, as = 'ago' }: TimeProps) {
  const zone = useZone();
  const now = useNow();
  const utc = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const full = exact(at, zone);
  return (
    <time dateTime={at} title={`${as === 'ago' ? full : `${ago(at, now)}, ${full}`}\n${utc}`}>
      {as === 'ago' ? ago(at, now) : shortTime(at, zone)}
    </time>
  );
}
