import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useMessages } from '../../i18n/messages';
import { jobsWords } from './jobs.messages';
import { type ScheduleChange } from './use-schedule-change';

interface InScheduleProps {
  readonly job: Schemas['JobRecord'];
  readonly of: ScheduleChange;
}

/** The schedule by name, and whether the job follows it. */
export function InSchedule({ job, of }: InScheduleProps) {
  const words = useMessages(jobsWords);
  const denial = usePermissionError('jobs:control');
  const { name, enabled, schedule } = job;
  if (schedule === null && enabled) return <span className="quiet">{words.noSchedule}</span>;
  return (
    <button
      type="button"
      disabled={denial !== null}
      aria-describedby={denial === null ? undefined : 'no-control'}
      aria-disabled={of.action.busy}
      aria-label={enabled ? words.takeOutNamed(name) : words.putBackNamed(name)}
      title={schedule ?? undefined}
      onClick={() => of.change(job)}
    >
      {enabled ? words.takeOut : words.putBack}
    </button>
  );
}

/** What was done, and the way back. */
export function Done({ of: { done, undo } }: { readonly of: ScheduleChange }) {
  const words = useMessages(jobsWords);
  if (done === null) return null;
  const said = done.enabled ? words.tookBack : words.tookOut;
  return (
    <>
      <span>{said(done.name, done.persistent)}</span>
      <button type="button" onClick={undo}>
        {words.undo}
      </button>
    </>
  );
}
