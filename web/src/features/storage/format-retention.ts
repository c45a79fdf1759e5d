import { keptTimes } from '../../components/format-cache';
import { useMessages } from '../../i18n/messages';

const hour = 3600;
const day = 86_400;

/** Says how long something is kept: in whole days where it is, else in hours or seconds; null is for good. */
export function useSpan(): (seconds: number | null) => string {
  const messages = useMessages('storage');
  return (seconds) => {
    if (seconds === null) return messages.forGood;
    if (seconds >= day && seconds % day === 0) return messages.days(seconds / day);
    return seconds >= hour ? messages.hours(Math.round((seconds / hour) * 10) / 10) : messages.seconds(seconds);
  };
}

const daysOfUtc = keptTimes({ dateStyle: 'medium' });

/** A day that the server told in UTC, with its year: 12 Feb 2027. */
export function dayOf(time: string | number): string {
  return daysOfUtc('UTC').format(new Date(time));
}
