import { useState } from 'react';
import { weekdayName } from '../../components/schedule-words';
import { severitiesOfEvents } from '../../i18n/event-severities';
import { type EventType, eventTypes, purposeOf, purposes, severities, type Severity } from '../../i18n/event-types';
import { useMessages } from '../../i18n/messages';
import { type Channel, type Way } from './channel-details';
import { patternsOf, splitPatterns, typesOf } from './event-patterns';
import { Field, Tick } from '../../components/labeled-field';

/** The compiler refuses a type that it lacks. */
const severityOf: Readonly<Record<EventType, Severity>> = severitiesOfEvents;

interface WishesProps extends Pick<Channel, 'patterns' | 'minSeverity'> {
  readonly way: Way;
}

/** Which events it gets, and from which severity on: an event must pass both. */
export function Wishes({ way, patterns, minSeverity }: WishesProps) {
  const [least, setLeast] = useState(minSeverity);
  const isTooMild = (type: EventType): boolean =>
    severities.indexOf(severityOf[type]) < severities.indexOf(least) && !(closesIncidents(way) && isEnd(type));
  return (
    <>
      <EventChoice patterns={patterns} isTooMild={isTooMild} />
      <SeverityChoice value={least} choose={setLeast} />
    </>
  );
}

/** These are sent the end of an incident that they have, whatever its severity. */
function closesIncidents(way: Way): boolean {
  return way === 'pagerduty' || way === 'opsgenie' || way === 'alertmanager';
}

/** Only the ends of incidents and the actions on tokens are of the mildest severity. */
function isEnd(type: EventType): boolean {
  return severityOf[type] === 'info' && !type.startsWith('api_token.');
}

interface EventChoiceProps extends Pick<Channel, 'patterns'> {
  readonly isTooMild: (type: EventType) => boolean;
}

/** By purpose: ticks and patterns are two views of one choice. */
function EventChoice({ patterns, isTooMild }: EventChoiceProps) {
  const messages = useMessages('channelForm');
  const { types, purposes: purposeMessages } = useMessages('eventNames');
  const [text, setText] = useState(patterns.join(' '));
  const wanted = typesOf(splitPatterns(text));
  const want = (types: readonly EventType[], isWanted: boolean) => {
    const next = eventTypes.filter((one) => (types.includes(one) ? isWanted : wanted.includes(one)));
    setText(patternsOf(next).join(' '));
  };
  return (
    <fieldset className="form-part">
      <legend>{messages.events}</legend>
      {purposes.map((purpose) => {
        const own = eventTypes.filter((type) => purposeOf(type) === purpose);
        const isWhole = own.every((type) => wanted.includes(type));
        return (
          <div key={purpose} className="purpose" role="group" aria-label={purposeMessages[purpose]}>
            <Tick label={purposeMessages[purpose]} checked={isWhole} onChange={() => want(own, !isWhole)} />
            <div className="ticks">
              {own.map((type) => {
                const isWanted = wanted.includes(type);
                const hint = isWanted && isTooMild(type) ? messages.tooMild : null;
                return (
                  <Tick
                    key={type}
                    {...{ label: types[type], hint, checked: isWanted }}
                    onChange={() => want([type], !isWanted)}
                  />
                );
              })}
            </div>
          </div>
        );
      })}
      <Field
        {...{ label: messages.patterns, name: 'patterns', required: true, className: 'path', value: text }}
        hint={wanted.length === 0 ? messages.toNothing : messages.patternsHint}
        onChange={({ target }) => setText(target.value)}
      />
    </fieldset>
  );
}

interface SeverityChoiceProps {
  readonly value: Severity;
  readonly choose: (value: Severity) => void;
}

function SeverityChoice({ value: chosen, choose }: SeverityChoiceProps) {
  const messages = useMessages('channelForm');
  const known = useMessages('eventNames');
  return (
    <label>
      {messages.minSeverity}
      <select name="minSeverity" value={chosen} onChange={({ target }) => choose(target.value as Severity)}>
        {severities.map((value) => (
          <option key={value} value={value}>
            {known.severities[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

const usualHours = { from: '22:00', until: '06:00', days: [1, 2, 3, 4, 5, 6, 7] };
const zones = Intl.supportedValuesOf('timeZone');

export function QuietChoice({ quietHours }: Pick<Channel, 'quietHours'>) {
  const messages = useMessages('channelForm');
  const [isQuiet, setIsQuiet] = useState(quietHours !== null);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const hours = quietHours ?? { ...usualHours, timezone: timeZone };
  return (
    <fieldset className="form-part">
      <legend>{messages.quiet}</legend>
      <Tick label={messages.quietHint} name="quiet" checked={isQuiet} onChange={() => setIsQuiet(!isQuiet)} />
      {isQuiet && (
        <>
          <div className="row wrap">
            <Field
              {...{ label: messages.from, name: 'quietFrom', type: 'time', required: true, className: 'short' }}
              defaultValue={hours.from}
            />
            <Field
              {...{ label: messages.until, name: 'quietUntil', type: 'time', required: true, className: 'short' }}
              defaultValue={hours.until}
            />
            <Field
              {...{ label: messages.zone, name: 'timezone', required: true, list: 'zones' }}
              defaultValue={hours.timezone}
            />
            <datalist id="zones">
              {zones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <div className="ticks" role="group" aria-label={messages.days}>
            {usualHours.days.map((day) => (
              <Tick
                key={day}
                label={weekdayName(day, 'short')}
                name={`day${day}`}
                defaultChecked={hours.days.includes(day)}
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}
