import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useAreMany, useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { duration, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

type Outlier = Schemas['RunOutlierRecord'];

/** Runs that took far longer, or saved far less, than usual. */
export function Outliers() {
  const messages = useMessages('statistics');
  const query = { ...useChosenDirector(), limit: 10 };
  const outliers = useApiQuery(
    ['stats', 'outliers', query],
    (api, signal) => api.GET('/api/v1/stats/outliers', { params: { query }, signal }),
    { keepsOld: true },
  );
  return (
    <section>
      <h2>{messages.outliers}</h2>
      <Shown of={outliers}>
        {({ items }) =>
          items.length === 0 ? <p className="quiet">{messages.noOutliers}</p> : <OutlierTable items={items} />
        }
      </Shown>
    </section>
  );
}

function OutlierTable({ items }: { readonly items: readonly Outlier[] }) {
  const messages = useMessages('statistics');
  const figures = [messages.value, messages.usual];
  const rest = [messages.client, messages.level, messages.when, messages.last];
  const areMany = useAreMany();
  return (
    <>
      <p className="quiet">{messages.newestOutliers}</p>
      <Table
        label={messages.outliers}
        heads={[messages.job, ...(areMany ? [messages.director] : []), messages.kind, ...figures, ...rest]}
        figures={figures}
      >
        {items.map((outlier) => (
          <OutlierRow key={`${outlier.director} ${outlier.uniqueName} ${outlier.kind}`} {...{ of: outlier, areMany }} />
        ))}
      </Table>
    </>
  );
}

function OutlierRow({ of, areMany }: { readonly of: Outlier; readonly areMany: boolean }) {
  const { job, jobId, director, kind, usual, value, client, level, at } = of;
  const messages = useMessages('statistics');
  const say = kind === 'slow' ? duration : size;
  return (
    <Row name={job}>
      {areMany && <Cell of={messages.director}>{director}</Cell>}
      <Cell of={messages.kind}>
        <State of="warning" text={messages.outlierKinds[kind]} />
      </Cell>
      <Cell of={messages.value} figure>
        {say(value)}
      </Cell>
      <Cell of={messages.usual} figure>
        {say(usual)}
      </Cell>
      <Cell of={messages.client}>{client ?? '–'}</Cell>
      <Cell of={messages.level}>{level}</Cell>
      <Cell of={messages.when}>
        <Time at={at} as="short" />
      </Cell>
      <Cell of={messages.last}>
        <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ director }}>
          {messages.run(jobId)}
        </Link>
      </Cell>
    </Row>
  );
}
