import { keptTimes } from '../../components/format-cache';
import { useMessages } from '../../i18n/messages';
import { storageWords } from './storage.messages';

const hour = 3600;
const day = 86_400;

/** Says how long something is kept: in whole days where it is, else in hours or seconds; null is for good. */
export function useSpan(): (seconds: number | null) => string {
  const words = useMessages(storageWords);
  return (seconds) => {
    if (seconds === null) return words.forGood;
    if (seconds >= day && seconds % day === 0) return words.days(seconds / day);
    return seconds >= hour ? words.hours(Math.round((seconds / hour) * 10) / 10) : words.seconds(seconds);
  };
}

const daysOfUtc = keptTimes({ dateStyle: 'medium' });

/** A day that the server told in UTC, with its year: 12 Feb 2027. */
export function dayOf(time: string | number): string {
  return daysOfUtc('UTC').format(new Date(time));
}
