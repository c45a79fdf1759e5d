import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { json } from '../../api/json';
import { useApiQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { Empty } from '../../components/empty';
import { count, exact, percent, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { RunState, useRunStateText } from '../../components/run-state';
import { lookOf } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type Client } from './use-client-stats';

const mostBars = 60;
const over = 'completed,warning,error,canceled';

/** What each of its newest backups saved, as bars; the same as a table beside it. */
export function ClientGrowth({ client }: { readonly client: Client }) {
  const messages = useMessages('client');
  const { name, director } = client;
  const runs = useApiQuery(['runs', 'growth', director, name], (api, signal) =>
    api.GET('/api/v1/operations/runs', {
      params: { query: { director, client: name, type: 'Backup', status: over, limit: mostBars } },
      signal,
    }),
  );
  return (
    <section className="growth">
      <h2>{messages.growth}</h2>
      <Sum client={client} />
      <Shown of={runs}>
        {({ items }) =>
          items.length === 0 ? <Empty>{messages.noBackups}</Empty> : <Bars runs={[...items].reverse()} />
        }
      </Shown>
    </section>
  );
}

function Sum({ client: { name, director } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const enabled = usePermissionError('stats:read') === null;
  const { data } = useApiQuery(
    ['stats', 'client-sum', director, name],
    (api, signal) =>
      json(
        api.GET('/api/v1/stats/clients', {
          params: { query: { director, client: name, days: 30, limit: 1, format: 'json' } },
          signal,
        }),
      ),
    { enabled },
  );
  const sum = data?.items[0];
  if (!sum) return null;
  if (sum.growth === null) return <p>{messages.growthFirst(size(sum.bytes))}</p>;
  const change = sum.growth > 0 ? `+${percent(sum.growth)}` : percent(sum.growth);
  return <p>{messages.growthSum(size(sum.bytes), change)}</p>;
}

function useTold(): (run: Run) => string {
  const messages = useMessages('client');
  const stateOf = useRunStateText();
  const zone = useZone();
  return (run) => messages.bar(exact(run.queuedAt, zone), run.level, size(run.bytes), run.files, stateOf(run));
}

/** The slider below is the one stop of the Tab key: its arrows go from bar to bar, and it reads them out. */
function Bars({ runs }: { readonly runs: readonly Run[] }) {
  const messages = useMessages('client');
  const tell = useTold();
  const [at, setAt] = useState(runs.length - 1);
  const picked = runs[Math.min(at, runs.length - 1)];
  const told = picked ? tell(picked) : '';
  return (
    <>
      <p className="quiet">{messages.growthAbout(runs.length)}</p>
      <Picture {...{ runs, at, setAt }} label={messages.growth} />
      <input
        type="range"
        aria-label={messages.pick}
        aria-valuetext={told}
        min={0}
        max={runs.length - 1}
        value={Math.min(at, runs.length - 1)}
        onChange={({ target }) => setAt(Number(target.value))}
      />
      <p>{told}</p>
      <details>
        <summary>{messages.asTable}</summary>
        <BarTable runs={runs} />
      </details>
    </>
  );
}

interface PictureProps {
  readonly runs: readonly Run[];
  readonly label: string;
  readonly at: number;
  readonly setAt: (index: number) => void;
}

const height = 100;

function Picture({ runs, label, at, setAt }: PictureProps) {
  const most = Math.max(1, ...runs.map(({ bytes }) => bytes));
  // Few backups make no broad bars.
  const places = Math.max(20, runs.length);
  const first = places - runs.length;
  return (
    <svg
      className="growth-picture"
      viewBox={`0 0 ${places} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runs.map((run, index) => {
        // What saved nothing keeps a line, so that one sees that it was there.
        const tall = Math.max(2, (run.bytes / most) * (height - 4));
        const place = { x: first + index, y: 0, width: 1, height };
        return (
          <g key={run.uniqueName} onPointerEnter={() => setAt(index)}>
            <rect className={index === at ? 'picked' : 'place'} {...place} />
            <rect
              {...{ x: first + index + 0.15, y: height - tall, width: 0.7, height: tall }}
              data-full={run.level === 'Full' || undefined}
              data-look={lookOf(run.status)}
            />
          </g>
        );
      })}
    </svg>
  );
}

function BarTable({ runs }: { readonly runs: readonly Run[] }) {
  const messages = useMessages('client');
  const heads = [messages.run, messages.queued, messages.state, messages.level, messages.savedBytes, messages.files];
  return (
    <Table label={messages.growth} heads={heads} figures={[messages.savedBytes, messages.files]} className="hits">
      {[...runs].reverse().map((run) => (
        <Row key={run.uniqueName} name={run.jobId}>
          <Cell of={messages.queued}>
            <Time at={run.queuedAt} as="short" />
          </Cell>
          <Cell of={messages.state}>
            <RunState of={run} />
          </Cell>
          <Cell of={messages.level}>{run.level}</Cell>
          <Cell of={messages.savedBytes} figure title={messages.bytesExact(count(run.bytes))}>
            {size(run.bytes)}
          </Cell>
          <Cell of={messages.files} figure>
            {count(run.files)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
