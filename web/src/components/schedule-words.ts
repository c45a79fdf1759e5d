import { locale } from '../i18n/language';
import { type Messages } from '../i18n/messages';
import { duration } from './format';
import { type DayRule, type Pattern, type Rule } from './schedule-pattern';

/** Fewer times of a day are said each. */
const mostTimes = 4;

/** The schedule as lines of words: "Full: first Sunday of the month 23:05". */
export function scheduleLines(pattern: Pattern, messages: Messages['schedule']): readonly string[] {
  if ('everySeconds' in pattern) return [messages.rule(pattern.level, messages.every(duration(pattern.everySeconds)))];
  return pattern.rules.map(({ level, on, times }: Rule) =>
    messages.rule(level, `${daysText(on, messages)} ${timesText(times, messages)}`),
  );
}

function timesText(times: readonly number[], messages: Messages['schedule']): string {
  const texts = times.map(
    (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );
  if (texts.length <= mostTimes) return texts.join(', ');
  return messages.timesADay(texts.length, texts[0] ?? '', texts.at(-1) ?? '');
}

function daysText(on: DayRule, messages: Messages['schedule']): string {
  if (on.kind === 'daily') return messages.daily;
  if (on.kind === 'monthDays') return messages.onMonthDays(on.days.join(', '));
  const [only] = on.weekdays;
  const isOne = only !== undefined && on.weekdays.length === 1;
  if (on.kind === 'weekdays') return isOne ? messages.eachWeekday(weekdayName(only, 'long')) : several(on.weekdays);
  const names = isOne ? weekdayName(only, 'long') : several(on.weekdays);
  return messages.inMonth(
    ranges(
      on.weeks.map((week) => messages.ordinals[week - 1] ?? String(week)),
      on.weeks,
    ),
    names,
  );
}

function several(weekdays: readonly number[]): string {
  return ranges(
    weekdays.map((weekday) => weekdayName(weekday, 'short')),
    weekdays,
  );
}

/** "Mon–Sat" where numbers follow each other, else each. */
function ranges(texts: readonly string[], numbers: readonly number[]): string {
  const follow = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return follow && texts.length > 2 ? `${texts[0] ?? ''}–${texts.at(-1) ?? ''}` : texts.join(', ');
}

/** 1 is Monday. */
export function weekdayName(weekday: number, form: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday));
  return new Intl.DateTimeFormat(locale(), { weekday: form, timeZone: 'UTC' }).format(day);
}
