import { type Schemas } from '../../api/request';
import { useDirectors } from '../../api/directors';
import { usePermissionError } from '../../api/disabled-reason';
import { ActionLink } from '../../components/action-link';
import { Denied } from '../../components/no-permission';
import { useMessages } from '../../i18n/messages';
import { useLastGood } from './job-results';
import { InSchedule } from './schedule-state';
import { type ScheduleChange } from './use-schedule-change';

type Job = Schemas['JobRecord'];

interface JobActionsProps {
  readonly job: Job;
  readonly change: ScheduleChange;
  /** The form to run it. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** The main actions of a job, in the head of its page. */
export function JobActions({ job, change, isOpen, toggle }: JobActionsProps) {
  return (
    <>
      <MainActions {...{ job, isOpen, toggle }} />
      {job.schedule !== null && <InSchedule job={job} of={change} />}
      <EditLink job={job} />
    </>
  );
}

/** To its definition, where the console shows it. */
function EditLink({ job: { name, director, type } }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const isAllowed = usePermissionError('configuration:read') === null;
  const own = useDirectors().find((one) => one.name === director);
  if (!isAllowed || type === 'Restore' || own?.abilities.includes('configuration') !== true) return null;
  return (
    <ActionLink
      deniedBy={null}
      to="/administration/configuration/$type/$name"
      params={{ type: 'job', name }}
      search={{ director }}
    >
      {messages.edit}
    </ActionLink>
  );
}

function MainActions({ job, isOpen, toggle }: Omit<JobActionsProps, 'change'>) {
  const messages = useMessages('jobs');
  const isAllowed = usePermissionError('jobs:run') === null;
  if (job.type === 'Restore')
    return (
      <ActionLink isPrimary deniedBy={null} to="/restore">
        {messages.chooseFiles}
      </ActionLink>
    );
  return (
    <>
      <button
        type="button"
        className={isOpen ? undefined : 'primary'}
        disabled={!isAllowed}
        aria-expanded={isOpen}
        aria-describedby={isAllowed ? undefined : 'no-run'}
        onClick={toggle}
      >
        {messages.runDialog}
      </button>
      {job.type === 'Backup' && <RestoreLink job={job} />}
    </>
  );
}

/** From the newest run that has anything to restore; absent if the job never had one. */
function RestoreLink({ job }: { readonly job: Job }) {
  const messages = useMessages('jobs');
  const denial = usePermissionError('restore:browse');
  const run = useLastGood(job);
  if (run === null) return null;
  return (
    <ActionLink
      deniedBy={denial === null ? null : 'no-restore'}
      to="/restore"
      search={{ client: job.client, ...(run === undefined ? {} : { point: String(run.jobId) }) }}
    >
      {messages.restore}
    </ActionLink>
  );
}

/** The reasons for disabled actions, below the head. */
export function ActionsDenied({ job }: { readonly job: Job }) {
  const { restoreHint } = useMessages('jobs');
  const noRun = usePermissionError('jobs:run');
  const noRestore = usePermissionError('restore:browse');
  const noControl = usePermissionError('jobs:control');
  const run = useLastGood(job);
  const schedule = <Denied id="no-control" why={job.schedule === null ? null : noControl} />;
  if (job.type === 'Restore')
    return (
      <>
        <p className="quiet">{restoreHint}</p>
        {schedule}
      </>
    );
  return (
    <>
      {schedule}
      <Denied id="no-run" why={noRun} />
      <Denied id="no-restore" why={job.type === 'Backup' && run !== null ? noRestore : null} />
    </>
  );
}
