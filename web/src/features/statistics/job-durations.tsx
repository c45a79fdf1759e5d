import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useAreMany } from '../../api/directors';
import { duration } from '../../components/format';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { useMessages } from '../../i18n/messages';

type Job = Schemas['JobStatistics'];
const shownJobs = 15;

interface JobDurationsProps {
  readonly jobs: readonly Job[];
  readonly hasMore: boolean;
}

/** Jobs with how long they take, those that take longest first; the last run beside its usual time. */
export function JobDurations({ jobs, hasMore }: JobDurationsProps) {
  const messages = useMessages('statistics');
  const ran = jobs.filter(({ runs }) => runs.total > 0);
  const longest = ran.sort((a, b) => (b.averageSeconds ?? 0) - (a.averageSeconds ?? 0)).slice(0, shownJobs);
  const most = Math.max(1, longest[0]?.averageSeconds ?? 0);
  const areMany = useAreMany();
  return (
    <>
      <Table
        label={messages.jobs}
        heads={[
          messages.job,
          ...(areMany ? [messages.director] : []),
          messages.compared,
          messages.average,
          messages.last,
          messages.usual,
        ]}
        figures={[messages.average, messages.usual]}
      >
        {longest.map((job) => (
          <JobRow key={`${job.director} ${job.job}`} {...{ job, most, areMany }} />
        ))}
      </Table>
      {ran.length > shownJobs && <p className="quiet after">{messages.longest(shownJobs)}</p>}
      {hasMore && <p className="quiet after">{messages.moreJobs}</p>}
    </>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly most: number;
  readonly areMany: boolean;
}

function JobRow({ job, most, areMany }: JobRowProps) {
  const messages = useMessages('statistics');
  const { averageSeconds, lastRun } = job;
  return (
    <Row name={job.job}>
      {areMany && <Cell of={messages.director}>{job.director}</Cell>}
      <Cell of={messages.compared}>
        <RowBar part={(averageSeconds ?? 0) / most} />
      </Cell>
      <Cell of={messages.average} figure>
        {duration(averageSeconds)}
      </Cell>
      <Cell of={messages.last}>{lastRun && <LastRun {...{ lastRun, director: job.director }} />}</Cell>
      <Cell of={messages.usual} figure>
        {duration(lastRun?.usualSeconds ?? null)}
      </Cell>
    </Row>
  );
}

interface LastRunProps {
  readonly lastRun: NonNullable<Job['lastRun']>;
  readonly director: string;
}

function LastRun({ lastRun: { jobId, status, durationSeconds }, director }: LastRunProps) {
  const messages = useMessages('statistics');
  return (
    <>
      <State of={status} text={duration(durationSeconds)} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ director }}>
        {messages.run(jobId)}
      </Link>
    </>
  );
}
