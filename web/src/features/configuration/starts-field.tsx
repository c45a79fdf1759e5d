import { useState } from 'react';
import { Field, Tick } from '../../components/labeled-field';
import { type DayRule } from '../../components/schedule-pattern';
import { weekdayName } from '../../components/schedule-words';
import { useMessages } from '../../i18n/messages';
import { type Start } from './records';
import { cronOf, everyDay, hourSteps, type Timing, timingOf, usualLevel } from './cron';
import { StartsInWords } from './starts-in-words';

export const levels = ['Full', 'Differential', 'Incremental'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** A weekday, and which of the month. */
const usualDays: Readonly<Record<DayRule['kind'], DayRule>> = {
  daily: everyDay,
  weekdays: { kind: 'weekdays', weekdays: [7] },
  weeks: { kind: 'weeks', weekdays: [7], weeks: [1] },
  monthDays: { kind: 'monthDays', days: [1] },
};

type Choice = DayRule['kind'] | 'hours' | 'expression';
const choices: readonly Choice[] = ['daily', 'weekdays', 'weeks', 'monthDays', 'hours', 'expression'];

function choiceOf(timing: Timing): Choice {
  return timing.kind === 'days' ? timing.on.kind : timing.kind;
}

/** The timing that begins another choice; the time of day stays. */
function chosen(choice: Choice, old: Timing): Timing {
  if (choice === 'expression') return { kind: 'expression', at: cronOf(old) };
  if (choice === 'hours') return { kind: 'hours', every: 6, minute: 0 };
  return { kind: 'days', on: usualDays[choice], time: old.kind === 'days' ? old.time : '23:05' };
}

/** Several days of the month, which the file may have, have no field but their expression. */
function shownTiming(at: string): Timing {
  const timing = timingOf(at);
  const isSeveral = timing.kind === 'days' && timing.on.kind === 'monthDays' && timing.on.days.length > 1;
  return isSeveral ? { kind: 'expression', at } : timing;
}

interface StartsFieldProps {
  readonly label: string;
  readonly value: readonly Start[];
  readonly change: (starts: readonly Start[]) => void;
}

/** When something starts, each start with its level, and all of them in words. */
export function StartsField({ label, value, change }: StartsFieldProps) {
  const messages = useMessages('configurationFields');
  const replace = (index: number, start: Start) => change(value.map((one, at) => (at === index ? start : one)));
  return (
    <fieldset className="form-part">
      <legend>{label}</legend>
      {value.map((start, index) => (
        <OneStart
          key={index}
          {...{ start, number: index + 1 }}
          change={(next) => replace(index, next)}
          remove={() => change(value.filter((_, at) => at !== index))}
        />
      ))}
      <span>
        <button type="button" onClick={() => change([...value, { level: usualLevel, at: '5 23 * * *' }])}>
          {messages.addStart}
        </button>
      </span>
      {value.length > 0 && <StartsInWords of={value} />}
    </fieldset>
  );
}

interface OneStartProps {
  readonly start: Start;
  readonly number: number;
  readonly change: (start: Start) => void;
  readonly remove: () => void;
}

function OneStart({ start, number, change, remove }: OneStartProps) {
  const messages = useMessages('configurationFields');
  const { level = usualLevel, at } = start;
  // Each expression that has words could be shown in both ways.
  const [isExpression, setExpression] = useState(false);
  const timing: Timing = isExpression ? { kind: 'expression', at } : shownTiming(at);
  const set = (next: Timing) => change({ ...start, at: cronOf(next) });
  const choose = (choice: Choice) => {
    setExpression(choice === 'expression');
    set(chosen(choice, timingOf(at)));
  };
  return (
    <div role="group" aria-label={messages.start(number)} className="setup-start">
      <div className="row wrap">
        <label>
          {messages.labels['schedule.starts.level']}
          <select value={level} onChange={({ target }) => change({ ...start, level: target.value })}>
            {levels.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          {messages.days}
          <select value={choiceOf(timing)} onChange={({ target }) => choose(target.value as Choice)}>
            {choices.map((one) => (
              <option key={one} value={one}>
                {messages.dayChoices[one]}
              </option>
            ))}
          </select>
        </label>
        <TimingFields {...{ timing, set }} />
        <button type="button" aria-label={messages.removeStart(number)} onClick={remove}>
          {messages.remove}
        </button>
      </div>
      {timing.kind === 'days' && timing.on.kind === 'weekdays' && (
        <WeekdayTicks value={timing.on.weekdays} change={(days) => set({ ...timing, on: ofWeekdays(days) })} />
      )}
    </div>
  );
}

function ofWeekdays(days: readonly number[]): DayRule {
  return { kind: 'weekdays', weekdays: days };
}

interface TimingFieldsProps {
  readonly timing: Timing;
  readonly set: (timing: Timing) => void;
}

/** What each choice of days needs beside it, and the time of day. */
function TimingFields({ timing, set }: TimingFieldsProps) {
  const messages = useMessages('configurationFields');
  if (timing.kind === 'expression') {
    return (
      <Field
        {...{ label: messages.expression, hint: messages.expressionHint, required: true, className: 'short' }}
        value={timing.at}
        onChange={({ target }) => set({ kind: 'expression', at: target.value })}
      />
    );
  }
  if (timing.kind === 'hours') return <HourFields {...{ timing, set }} />;
  const { on, time } = timing;
  return (
    <>
      {on.kind === 'weeks' && <WeekOfMonth {...{ on }} change={(rule) => set({ ...timing, on: rule })} />}
      {on.kind === 'monthDays' && (
        <Field
          {...{ label: messages.dayOfMonth, type: 'number', min: 1, max: 31, required: true, className: 'short' }}
          value={on.days[0]}
          onChange={({ target }) => set({ ...timing, on: { kind: 'monthDays', days: [Number(target.value) || 1] } })}
        />
      )}
      <TimeField value={time} change={(next) => set({ ...timing, time: next })} />
    </>
  );
}

/** A time of day. */
export function TimeField({ value, change }: { readonly value: string; readonly change: (time: string) => void }) {
  const messages = useMessages('configurationFields');
  return (
    <Field
      {...{ label: messages.time, type: 'time', required: true, className: 'short', value }}
      onChange={({ target }) => target.value !== '' && change(target.value)}
    />
  );
}

function HourFields({ timing, set }: TimingFieldsProps & { readonly timing: Timing & { readonly kind: 'hours' } }) {
  const messages = useMessages('configurationFields');
  return (
    <label>
      {messages.every}
      <select value={timing.every} onChange={({ target }) => set({ ...timing, every: Number(target.value) })}>
        {hourSteps.map((hours) => (
          <option key={hours} value={hours}>
            {messages.hours(hours)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WeekOfMonthProps {
  readonly on: DayRule & { readonly kind: 'weeks' };
  readonly change: (on: DayRule) => void;
}

function WeekOfMonth({ on, change }: WeekOfMonthProps) {
  const messages = useMessages('configurationFields');
  const { ordinals } = useMessages('schedule');
  return (
    <>
      <label>
        {messages.week}
        <select value={on.weeks[0]} onChange={({ target }) => change({ ...on, weeks: [Number(target.value)] })}>
          {ordinals.map((text, index) => (
            <option key={text} value={index + 1}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <WeekdaySelect
        label={messages.weekday}
        value={on.weekdays[0] ?? 7}
        change={(weekday) => change({ ...on, weekdays: [weekday] })}
      />
    </>
  );
}

interface WeekdaySelectProps {
  readonly label: string;
  readonly value: number;
  readonly change: (weekday: number) => void;
}

export function WeekdaySelect({ label, value, change }: WeekdaySelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => change(Number(target.value))}>
        {weekdays.map((weekday) => (
          <option key={weekday} value={weekday}>
            {weekdayName(weekday, 'long')}
          </option>
        ))}
      </select>
    </label>
  );
}

interface WeekdayTicksProps {
  readonly value: readonly number[];
  readonly change: (days: readonly number[]) => void;
}

/** One of them stays ticked: without a day nothing would start. */
export function WeekdayTicks({ value, change }: WeekdayTicksProps) {
  const messages = useMessages('configurationFields');
  const toggle = (weekday: number) => {
    const next = weekdays.filter((one) => value.includes(one) !== (one === weekday));
    if (next.length > 0) change(next);
  };
  return (
    <div className="ticks" role="group" aria-label={messages.weekdays}>
      {weekdays.map((weekday) => (
        <Tick
          key={weekday}
          {...{ label: weekdayName(weekday, 'short'), checked: value.includes(weekday) }}
          onChange={() => toggle(weekday)}
        />
      ))}
    </div>
  );
}
