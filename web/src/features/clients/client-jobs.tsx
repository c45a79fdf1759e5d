import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { Empty } from '../../components/empty';
import { JobProtection } from '../../components/protection';
import { Shown } from '../../components/query-content';
import { RunState } from '../../components/run-state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Client } from './use-client-stats';
import { type Schemas } from '../../api/request';

/** What is configured for the client. */
export function ClientJobs({ client: { name, director } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const jobs = useApiQuery(['jobs', 'of-client', director, name], (api, signal) =>
    api.GET('/api/v1/operations/jobs', { params: { query: { director, client: name, limit: 500 } }, signal }),
  );
  const heads = [
    messages.job,
    messages.facts.protection,
    messages.lastGoodBackup,
    messages.fileset,
    messages.level,
    messages.lastRun,
    messages.next,
  ];
  return (
    <section>
      <h2>{messages.jobs}</h2>
      <Shown of={jobs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{messages.noJobs}</Empty>
          ) : (
            <Table label={messages.jobs} heads={heads}>
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
  const messages = useMessages('client');
  return (
    <Row name={job.name}>
      <Cell of={messages.facts.protection}>
        <JobProtection of={job.protection} />
      </Cell>
      <Cell of={messages.lastGoodBackup}>
        <LastGood of={job.protection} />
      </Cell>
      <Cell of={messages.fileset}>{job.fileset}</Cell>
      <Cell of={messages.level}>{job.level}</Cell>
      <Cell of={messages.lastRun}>{job.lastRun ? <LastRun of={job.lastRun} /> : messages.never}</Cell>
      <Cell of={messages.next}>{job.nextRunAt === null ? messages.unplanned : <Time at={job.nextRunAt} />}</Cell>
    </Row>
  );
}

function LastGood({ of: { status, lastGoodAt } }: { readonly of: Schemas['JobRecord']['protection'] }) {
  const messages = useMessages('client');
  if (lastGoodAt !== null) return <Time at={lastGoodAt} />;
  // A job that never had one is of another status.
  return status === 'crit' ? messages.noneLeft : messages.never;
}

function LastRun({ of }: { readonly of: NonNullable<Schemas['JobRecord']['lastRun']> }) {
  const messages = useMessages('client');
  return (
    <>
      <RunState of={of} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(of.jobId) }}>
        {messages.runOf(of.jobId)}
      </Link>
      {', '}
      <Time at={of.endedAt ?? of.queuedAt} />
    </>
  );
}
