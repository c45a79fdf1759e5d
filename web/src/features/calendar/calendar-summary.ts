import { messagesOf } from '../../i18n/messages';
import { duration, exact, shortTime } from '../../components/format';
import { type Entry, isLate } from './entries';

/** The word for a state of the calendar. */
export function stateWord(state: string): string {
  const own: Readonly<Record<string, string>> = messagesOf('calendar').states;
  const common: Readonly<Record<string, string>> = messagesOf('common').states;
  return own[state] ?? common[state] ?? state;
}

export function secondsOf({ run }: Entry): number | null {
  if (!run?.startedAt || !run.endedAt) return null;
  return Math.max(0, (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000);
}

/** All that is known of an entry, in one line; `director` is empty where its name needs none. */
export function sentenceOf(entry: Entry, zone: string | undefined, director: string): string {
  const messages = messagesOf('calendar');
  const { at, job, client, level, state } = entry;
  const name = client === null ? job : messages.on(job, client);
  const parts = [
    exact(at, zone),
    level === null ? name : `${name}, ${level}`,
    ...(director === '' ? [] : [director]),
    stateWord(state),
    ...planOf(entry, zone),
  ];
  const seconds = secondsOf(entry);
  if (seconds !== null) parts.push(messages.took(duration(seconds)));
  const slow = entry.run?.outliers?.find(({ kind }) => kind === 'slow');
  if (slow) parts.push(messages.slow(duration(slow.usual)));
  return parts.join(' · ');
}

function planOf(entry: Entry, zone: string | undefined): readonly string[] {
  const messages = messagesOf('calendar');
  const { run, state, plannedAt, delaySeconds } = entry;
  if (run === null) return [state === 'missed' ? messages.noRun : state === 'late' ? messages.due : messages.still];
  if (plannedAt === null) return [messages.unplanned];
  const planned = messages.planned(shortTime(plannedAt, zone));
  return isLate(entry) ? [planned, messages.lateBy(duration(delaySeconds))] : [planned];
}
