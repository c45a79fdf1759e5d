import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { count, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Client } from './use-client-stats';

const levels = ['Full', 'Differential', 'Incremental'] as const;
type Level = (typeof levels)[number];

/** The newest good backup of each level: how far back one has to go for what. */
export function LastGood({ client }: { readonly client: Client }) {
  const messages = useMessages('client');
  const heads = [messages.level, messages.ended, messages.run, messages.job, messages.savedBytes, messages.files];
  return (
    <section>
      <h2>{messages.lastGood}</h2>
      <Table label={messages.lastGood} heads={heads} figures={[messages.savedBytes, messages.files]}>
        {levels.map((level) => (
          <LevelRow key={level} {...{ client, level }} />
        ))}
      </Table>
    </section>
  );
}

function LevelRow({ client: { name, director }, level }: { readonly client: Client; readonly level: Level }) {
  const messages = useMessages('client');
  const { data } = useApiQuery(['runs', 'last-good', director, name, level], (api, signal) =>
    api.GET('/api/v1/operations/runs', {
      params: { query: { director, client: name, level, type: 'Backup', status: 'completed,warning', limit: 1 } },
      signal,
    }),
  );
  const run = data?.items[0];
  return (
    <Row name={messages.levels[level]}>
      {run ? <Good run={run} /> : <Cell of={messages.ended}>{data ? messages.noneOfLevel : '…'}</Cell>}
      {!run &&
        [messages.run, messages.job, messages.savedBytes, messages.files].map((head) => <Cell key={head} of={head} />)}
    </Row>
  );
}

function Good({ run }: { readonly run: Run }) {
  const messages = useMessages('client');
  return (
    <>
      <Cell of={messages.ended}>
        <Time at={run.endedAt ?? run.queuedAt} />
      </Cell>
      <Cell of={messages.run}>
        <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }} aria-label={messages.runOf(run.jobId)}>
          {run.jobId}
        </Link>
      </Cell>
      <Cell of={messages.job}>{run.job}</Cell>
      <Cell of={messages.savedBytes} figure title={messages.bytesExact(count(run.bytes))}>
        {size(run.bytes)}
      </Cell>
      <Cell of={messages.files} figure>
        {count(run.files)}
      </Cell>
    </>
  );
}
