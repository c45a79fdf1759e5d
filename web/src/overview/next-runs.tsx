import { type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useDirectorName } from '../api/directors';
import { useAsked } from '../api/queries';
import { Shown } from '../parts/shown';
import { Time } from '../parts/time';
import { useWords } from '../words/words';
import { overviewWords } from './overview.words';
import { Part } from './part';
import { everyMs, ofEach, subject } from './scope';
import { Way } from './ways';

type Start = Schemas['PlannedRunRecord'];

const shownStarts = 5;

interface NextRunsProps {
  readonly scope: string;
  /** null: not known yet. */
  readonly directors: readonly string[] | null;
}

/** What the schedules start next. */
export function NextRuns({ scope, directors }: NextRunsProps) {
  const words = useWords(overviewWords);
  const isAllowed = useDenial('jobs:read') === null;
  const starts = useAsked(
    [subject, 'schedule', scope, directors],
    (api, signal) =>
      ofEach(directors ?? [], (director) =>
        api.GET('/api/v1/operations/schedule', { params: { query: { director, limit: shownStarts } }, signal }),
      ),
    { everyMs, enabled: isAllowed && directors !== null, keepsOld: true },
  );
  return (
    <Part
      {...{ title: words.nextRuns, needs: ['jobs:read'], className: 'next-runs' }}
      path={`/operations/schedule?limit=${shownStarts}&director=${encodeURIComponent(scope)}`}
      more={<Way to="/calendar">{words.calendar}</Way>}
    >
      <Shown of={starts} rows={3}>
        {(pages) => <Starts starts={pages.flatMap(({ items }) => items)} />}
      </Shown>
    </Part>
  );
}

function Starts({ starts }: { readonly starts: readonly Start[] }) {
  const words = useWords(overviewWords);
  const nameOf = useDirectorName();
  if (starts.length === 0) {
    return (
      <p className="quiet">
        {words.nothingPlanned} <Way to="/jobs">{words.toJobs}</Way>
      </p>
    );
  }
  const soonest = [...starts].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, shownStarts);
  return (
    <ul className="named">
      {soonest.map(({ at, job, client, level, director }) => (
        <li key={`${director} ${job} ${at}`}>
          <Way to="/jobs" director={director}>
            {job}
          </Way>
          <span>
            <Time at={at} />
          </span>
          <span className="quiet">{[level, client, nameOf(director)].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
