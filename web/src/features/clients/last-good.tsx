import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { count, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { clientWords } from './client.messages';
import { type Client } from './use-client-stats';

const levels = ['Full', 'Differential', 'Incremental'] as const;
type Level = (typeof levels)[number];

/** The newest good backup of each level: how far back one has to go for what. */
export function LastGood({ client }: { readonly client: Client }) {
  const words = useMessages(clientWords);
  const heads = [words.level, words.ended, words.run, words.job, words.savedBytes, words.files];
  return (
    <section>
      <h2>{words.lastGood}</h2>
      <Table label={words.lastGood} heads={heads} figures={[words.savedBytes, words.files]}>
        {levels.map((level) => (
          <LevelRow key={level} {...{ client, level }} />
        ))}
      </Table>
    </section>
  );
}

function LevelRow({ client: { name, director }, level }: { readonly client: Client; readonly level: Level }) {
  const words = useMessages(clientWords);
  const { data } = useApiQuery(['runs', 'last-good', director, name, level], (api, signal) =>
    api.GET('/api/v1/operations/runs', {
      params: { query: { director, client: name, level, type: 'Backup', status: 'completed,warning', limit: 1 } },
      signal,
    }),
  );
  const run = data?.items[0];
  return (
    <Row name={words.levels[level]}>
      {run ? <Good run={run} /> : <Cell of={words.ended}>{data ? words.noneOfLevel : '…'}</Cell>}
      {!run && [words.run, words.job, words.savedBytes, words.files].map((head) => <Cell key={head} of={head} />)}
    </Row>
  );
}

function Good({ run }: { readonly run: Run }) {
  const words = useMessages(clientWords);
  return (
    <>
      <Cell of={words.ended}>
        <Time at={run.endedAt ?? run.queuedAt} />
      </Cell>
      <Cell of={words.run}>
        <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }} aria-label={words.runOf(run.jobId)}>
          {run.jobId}
        </Link>
      </Cell>
      <Cell of={words.job}>{run.job}</Cell>
      <Cell of={words.savedBytes} figure title={words.bytesExact(count(run.bytes))}>
        {size(run.bytes)}
      </Cell>
      <Cell of={words.files} figure>
        {count(run.files)}
      </Cell>
    </>
  );
}
