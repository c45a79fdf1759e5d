import { type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectorName } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { Shown } from '../../components/query-content';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { Part } from './overview-section';
import { everyMs, subject } from './selected-directors';
import { jobPath, Way } from './links';

type Job = Schemas['JobRecord'];

const shownJobs = 6;

/** When each job is started next, the soonest first: a job of every quarter of an hour is one line, and hides no other. */
export function NextRuns({ scope }: { readonly scope: string }) {
  const messages = useMessages('overview');
  const isAllowed = usePermissionError('jobs:read') === null;
  const query = { director: scope, enabled: true, sort: 'nextRun', limit: shownJobs } as const;
  const jobs = useApiQuery(
    [subject, 'next runs', scope],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query }, signal }),
    { everyMs, enabled: isAllowed, keepsOld: true },
  );
  return (
    <Part
      {...{ title: messages.nextRuns, needs: ['jobs:read'], className: 'next-runs' }}
      path={`/operations/jobs?enabled=true&sort=nextRun&limit=${shownJobs}&director=${encodeURIComponent(scope)}`}
      more={<Way to="/calendar">{messages.calendar}</Way>}
    >
      <Shown of={jobs} rows={3}>
        {({ items }) => <Starts jobs={items} />}
      </Shown>
    </Part>
  );
}

function Starts({ jobs }: { readonly jobs: readonly Job[] }) {
  const messages = useMessages('overview');
  const nameOf = useDirectorName();
  const planned = jobs.flatMap(({ nextRunAt, ...job }) => (nextRunAt === null ? [] : [{ ...job, at: nextRunAt }]));
  if (planned.length === 0) {
    return (
      <p className="quiet">
        {messages.nothingPlanned} <Way to="/jobs">{messages.toJobs}</Way>
      </p>
    );
  }
  return (
    <ul className="named">
      {planned.map(({ name, client, director, at }) => (
        <li key={`${director} ${name}`}>
          <Way to={jobPath(name)} director={director}>
            {name}
          </Way>
          <span>
            <Time at={at} as="day" />
          </span>
          <span className="quiet">{[client, nameOf(director)].filter((part) => part !== '').join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
