import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useMessages } from '../../i18n/messages';
import { type ScheduleChange } from './use-schedule-change';

interface InScheduleProps {
  readonly job: Schemas['JobRecord'];
  readonly of: ScheduleChange;
}

/** The schedule by name, and whether the job follows it. */
export function InSchedule({ job, of }: InScheduleProps) {
  const messages = useMessages('jobs');
  const denial = usePermissionError('jobs:control');
  const { name, enabled, schedule } = job;
  if (schedule === null && enabled) return <span className="quiet">{messages.noSchedule}</span>;
  return (
    <button
      type="button"
      disabled={denial !== null}
      aria-describedby={denial === null ? undefined : 'no-control'}
      aria-disabled={of.action.busy}
      aria-label={enabled ? messages.takeOutNamed(name) : messages.putBackNamed(name)}
      title={schedule ?? undefined}
      onClick={() => of.change(job)}
    >
      {enabled ? messages.takeOut : messages.putBack}
    </button>
  );
}

/** What was done, and the way back. */
export function Done({ of: { done, undo } }: { readonly of: ScheduleChange }) {
  const messages = useMessages('jobs');
  if (done === null) return null;
  const said = done.enabled ? messages.tookBack : messages.tookOut;
  return (
    <>
      <span>{said(done.name, done.persistent)}</span>
      <button type="button" onClick={undo}>
        {messages.undo}
      </button>
    </>
  );
}
