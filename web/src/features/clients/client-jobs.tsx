import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { Empty } from '../../components/empty';
import { JobProtection } from '../../components/protection';
import { Shown } from '../../components/query-content';
import { RunState } from '../../components/run-state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { clientWords } from './client.messages';
import { type Client } from './use-client-stats';
import { type Schemas } from '../../api/request';

/** What is configured for the client. */
export function ClientJobs({ client: { name, director } }: { readonly client: Client }) {
  const words = useMessages(clientWords);
  const jobs = useApiQuery(['jobs', 'of-client', director, name], (api, signal) =>
    api.GET('/api/v1/operations/jobs', { params: { query: { director, client: name, limit: 500 } }, signal }),
  );
  const heads = [
    words.job,
    words.facts.protection,
    words.lastGoodBackup,
    words.fileset,
    words.level,
    words.lastRun,
    words.next,
  ];
  return (
    <section>
      <h2>{words.jobs}</h2>
      <Shown of={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{words.noJobs}</Empty>
          ) : (
            <Table label={words.jobs} heads={heads}>
              {items.map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
            </Table>
          )
        }
      </Shown>
    </section>
  );
}

function JobRow({ job }: { readonly job: Schemas['JobRecord'] }) {
  const words = useMessages(clientWords);
  return (
    <Row name={job.name}>
      <Cell of={words.facts.protection}>
        <JobProtection of={job.protection} />
      </Cell>
      <Cell of={words.lastGoodBackup}>
        <LastGood of={job.protection} />
      </Cell>
      <Cell of={words.fileset}>{job.fileset}</Cell>
      <Cell of={words.level}>{job.level}</Cell>
      <Cell of={words.lastRun}>{job.lastRun ? <LastRun of={job.lastRun} /> : words.never}</Cell>
      <Cell of={words.next}>{job.nextRunAt === null ? words.unplanned : <Time at={job.nextRunAt} />}</Cell>
    </Row>
  );
}

function LastGood({ of: { status, lastGoodAt } }: { readonly of: Schemas['JobRecord']['protection'] }) {
  const words = useMessages(clientWords);
  if (lastGoodAt !== null) return <Time at={lastGoodAt} />;
  // A job that never had one is of another status.
  return status === 'crit' ? words.noneLeft : words.never;
}

function LastRun({ of }: { readonly of: NonNullable<Schemas['JobRecord']['lastRun']> }) {
  const words = useMessages(clientWords);
  return (
    <>
      <RunState of={of} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(of.jobId) }}>
        {words.runOf(of.jobId)}
      </Link>
      {', '}
      <Time at={of.endedAt ?? of.queuedAt} />
    </>
  );
}
