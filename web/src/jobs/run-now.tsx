import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { type RunOrder } from '../parts/run-order';
import { useWords } from '../words/words';
import { jobsWords } from './jobs.words';
import { startJob } from './start-job';

type Job = Schemas['JobRecord'];

/** Which level was chosen for which job: kept while rows come and go. */
export interface LevelChoice {
  readonly of: (job: Job) => string;
  readonly choose: (job: Job, level: string) => void;
}

export function useLevelChoice(keyOf: (job: Job) => string): LevelChoice {
  const [levels, setLevels] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (job) => levels[keyOf(job)] ?? job.level,
    choose: (job, level) => setLevels((old) => ({ ...old, [keyOf(job)]: level })),
  };
}

interface RunNowProps {
  readonly job: Job;
  readonly order: RunOrder;
  readonly levels: LevelChoice;
}

/** The job's own level is one key away; the other allowed ones are in the menu beside it. */
export function RunNow({ job, order, levels }: RunNowProps) {
  const words = useWords(jobsWords);
  const denial = useDenial('jobs:run');
  const { name, director, type, allowedLevels } = job;
  if (type === 'Restore') return <Link to="/restore">{words.chooseFiles}</Link>;
  const hasLevels = allowedLevels.length > 0;
  const level = levels.of(job);
  return (
    <span className="row">
      {hasLevels && (
        <select
          aria-label={words.levelOf(name)}
          value={level}
          onChange={({ target }) => levels.choose(job, target.value)}
        >
          {allowedLevels.map((allowed) => (
            <option key={allowed}>{allowed}</option>
          ))}
        </select>
      )}
      <button
        type="button"
        className="primary"
        aria-label={words.runNamed(name)}
        disabled={denial !== null}
        aria-disabled={order.action.busy}
        aria-describedby={denial === null ? undefined : 'no-run'}
        onClick={() => startJob(order, { job: name, director, ...(hasLevels ? { level } : {}) })}
      >
        {words.run}
      </button>
    </span>
  );
}
