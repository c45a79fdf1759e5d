import { Link } from '@tanstack/react-router';
import { type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { Denied } from '../parts/denied';
import { useWords } from '../words/words';
import { useLastGood } from './job-results';
import { jobsWords } from './jobs.words';

type Job = Schemas['JobRecord'];

interface JobActionsProps {
  readonly job: Job;
  /** The form to run it. */
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** What one comes to the page of a job for, in its head. */
export function JobActions({ job, isOpen, toggle }: JobActionsProps) {
  const words = useWords(jobsWords);
  const isAllowed = useDenial('jobs:run') === null;
  if (job.type === 'Restore')
    return (
      <Link className="button primary" to="/restore">
        {words.chooseFiles}
      </Link>
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
        {words.runDialog}
      </button>
      {job.type === 'Backup' && <RestoreLink job={job} />}
    </>
  );
}

/** From its newest run that has anything to restore. Not there for a job that never had one. */
function RestoreLink({ job }: { readonly job: Job }) {
  const words = useWords(jobsWords);
  const isAllowed = useDenial('restore:browse') === null;
  const run = useLastGood(job);
  if (run === null) return null;
  if (!isAllowed)
    return (
      <button type="button" disabled aria-describedby="no-restore">
        {words.restore}
      </button>
    );
  return (
    <Link
      className="button"
      to="/restore"
      search={{ client: job.client, ...(run === undefined ? {} : { point: String(run.jobId) }) }}
    >
      {words.restore}
    </Link>
  );
}

/** Why what is in the head is greyed, below it. */
export function ActionsDenied({ job }: { readonly job: Job }) {
  const { restoreHint } = useWords(jobsWords);
  const noRun = useDenial('jobs:run');
  const noRestore = useDenial('restore:browse');
  const run = useLastGood(job);
  if (job.type === 'Restore') return <p className="quiet">{restoreHint}</p>;
  return (
    <>
      <Denied id="no-run" why={noRun} />
      <Denied id="no-restore" why={job.type === 'Backup' && run !== null ? noRestore : null} />
    </>
  );
}
