import { ago, dayClock, exact, shortTime, timeToTheSecond } from './format';
import { useNow } from './use-now';
import { useZone } from './timezone';

interface TimeProps {
  readonly at: string;
  /**
   * `ago` is the distance, `day` the clock with "today" or the weekday, `short` the time to the minute, `seconds` to the second.
   * The other is shown on hover, with UTC.
   */
  readonly as?: 'ago' | 'day' | 'short' | 'seconds';
}

export function Time({ at, as = 'ago' }: TimeProps) {
  const zone = useZone();
  const now = useNow();
  const utc = `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const full = exact(at, zone);
  const texts = {
    ago: () => ago(at, now),
    day: () => dayClock(at, zone, now),
    short: () => shortTime(at, zone),
    seconds: () => timeToTheSecond(at, zone),
  };
  return (
    <time dateTime={at} title={`${as === 'ago' ? full : `${ago(at, now)}, ${full}`}\n${utc}`}>
      {texts[as]()}
    </time>
  );
}
