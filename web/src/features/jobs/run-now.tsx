import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/permissions';
import { type RunOrder } from '../../components/use-start-run';
import { useMessages } from '../../i18n/messages';
import { jobsWords } from './jobs.messages';
import { startJob } from './start-job';

interface RunNowProps {
  readonly job: Schemas['JobRecord'];
  readonly order: RunOrder;
}

/** Runs the job at its own level; its page has the others. */
export function RunNow({ job, order }: RunNowProps) {
  const words = useMessages(jobsWords);
  const denial = usePermissionError('jobs:run');
  const { name, director, type, level, allowedLevels } = job;
  if (type === 'Restore') {
    return (
      <Link className="row-link" to="/restore">
        {words.chooseFiles}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="row-action"
      aria-label={words.runNamed(name)}
      disabled={denial !== null}
      aria-disabled={order.action.busy}
      aria-describedby={denial === null ? undefined : 'no-run'}
      onClick={() => startJob(order, { job: name, director, ...(allowedLevels.length > 0 ? { level } : {}) })}
    >
      {words.run}
    </button>
  );
}
