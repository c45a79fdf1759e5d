import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { ZoneNote } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type Start } from './records';
import { hourSteps, startsIn } from './cron';
import { type Existing, type Plan, type Rhythm, startsOf } from './plan';
import { StartsInWords } from './starts-in-words';
import { TimeField, WeekdaySelect, WeekdayTicks } from './starts-field';
import { type PartProps, WizardSection } from './wizard-section';

interface WhenProps extends PartProps<Plan> {
  readonly known: Existing;
}

/** The starts of the plan, of a schedule that exists too. */
export function plannedStarts({ schedule, rhythm }: Plan, { schedules }: Existing): readonly Start[] {
  if (schedule === null) return startsOf(rhythm);
  const own = schedules.find(({ name }) => name === schedule)?.own;
  return own ? startsIn(own) : [];
}

const noSchedule = '';
const ownTimes = '\n';

/** When: at times that are chosen here, by a schedule that exists, or only on request. */
export function WhenSection({ director, plan, set, known }: WhenProps) {
  const messages = useMessages('newBackup');
  const starts = plannedStarts(plan, known);
  const choose = (value: string) => set({ schedule: value === ownTimes ? null : value });
  return (
    <WizardSection number={3} title={messages.when}>
      <div className="row wrap">
        <label>
          {messages.schedule}
          <select value={plan.schedule ?? ownTimes} onChange={({ target }) => choose(target.value)}>
            <option value={ownTimes}>{messages.ownTimes}</option>
            {known.schedules.map(({ name }) => (
              <option key={name} value={name}>
                {messages.likeSchedule(name)}
              </option>
            ))}
            <option value={noSchedule}>{messages.noSchedule}</option>
          </select>
        </label>
        {plan.schedule === null && <RhythmFields of={plan.rhythm} change={(rhythm) => set({ rhythm })} />}
      </div>
      {plan.schedule === null && plan.rhythm.kind === 'days' && (
        <WeekdayTicks
          value={plan.rhythm.weekdays}
          change={(weekdays) => set({ rhythm: { ...plan.rhythm, weekdays } })}
        />
      )}
      {starts.length > 0 && (
        <>
          <StartsInWords of={starts} />
          <NextStarts {...{ director, starts }} />
        </>
      )}
    </WizardSection>
  );
}

interface RhythmFieldsProps {
  readonly of: Rhythm;
  readonly change: (rhythm: Rhythm) => void;
}

function RhythmFields({ of, change }: RhythmFieldsProps) {
  const messages = useMessages('newBackup');
  const { hours } = useMessages('configurationFields');
  return (
    <>
      <label>
        {messages.rhythm}
        <select value={of.kind} onChange={({ target }) => change({ ...of, kind: target.value as Rhythm['kind'] })}>
          <option value="days">{messages.rhythms.days}</option>
          <option value="hours">{messages.rhythms.hours}</option>
        </select>
      </label>
      {of.kind === 'hours' && (
        <label>
          {messages.everyHours}
          <select value={of.everyHours} onChange={({ target }) => change({ ...of, everyHours: Number(target.value) })}>
            {hourSteps.map((one) => (
              <option key={one} value={one}>
                {hours(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      {of.kind === 'days' && <TimeField value={of.time} change={(time) => change({ ...of, time })} />}
      <label>
        {messages.full}
        <select value={of.full} onChange={({ target }) => change({ ...of, full: target.value as Rhythm['full'] })}>
          {Object.entries(messages.fulls).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {of.full !== 'always' && (
        <WeekdaySelect label={messages.fullDay} value={of.fullDay} change={(fullDay) => change({ ...of, fullDay })} />
      )}
    </>
  );
}

/** The next ten, as the Director counts them. */
function NextStarts({ director, starts }: { readonly director: string; readonly starts: readonly Start[] }) {
  const messages = useMessages('newBackup');
  const body = { director, starts: starts.map((start) => ({ ...start })) };
  const preview = useApiQuery(
    ['configuration', 'schedule preview', body],
    (api, signal) => api.POST('/api/v1/configuration/previews/schedule', { body, signal }),
    { keepsOld: true },
  );
  return (
    <>
      <AsCurl method="POST" path="/configuration/previews/schedule" body={body} />
      <Shown of={preview} rows={2}>
        {({ next, never }) => (
          <>
            {never.map((at) => (
              <p key={at}>
                <State of="warn" text={messages.never(at)} />
              </p>
            ))}
            <details>
              <summary>
                {messages.nextStarts} {next[0] && <Time at={next[0].at} as="day" />}
              </summary>
              <ol className="setup-lines" aria-label={messages.nextTen}>
                {next.map(({ at, level }) => (
                  <li key={at}>
                    <Time at={at} as="day" /> <span className="quiet">{level}</span>
                  </li>
                ))}
              </ol>
            </details>
            <ZoneNote />
          </>
        )}
      </Shown>
    </>
  );
}
