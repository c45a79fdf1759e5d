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
import { statisticsWords } from './statistics.messages';

type Outlier = Schemas['RunOutlierRecord'];

/** Runs that took far longer, or saved far less, than usual. */
export function Outliers() {
  const words = useMessages(statisticsWords);
  const query = { ...useChosenDirector(), limit: 10 };
  const outliers = useApiQuery(
    ['stats', 'outliers', query],
    (api, signal) => api.GET('/api/v1/stats/outliers', { params: { query }, signal }),
    { keepsOld: true },
  );
  return (
    <section>
      <h2>{words.outliers}</h2>
      <Shown of={outliers}>
        {({ items }) =>
          items.length === 0 ? <p className="quiet">{words.noOutliers}</p> : <OutlierTable items={items} />
        }
      </Shown>
    </section>
  );
}

function OutlierTable({ items }: { readonly items: readonly Outlier[] }) {
  const words = useMessages(statisticsWords);
  const figures = [words.value, words.usual];
  const rest = [words.client, words.level, words.when, words.last];
  const areMany = useAreMany();
  return (
    <>
      <p className="quiet">{words.newestOutliers}</p>
      <Table
        label={words.outliers}
        heads={[words.job, ...(areMany ? [words.director] : []), words.kind, ...figures, ...rest]}
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
  const words = useMessages(statisticsWords);
  const say = kind === 'slow' ? duration : size;
  return (
    <Row name={job}>
      {areMany && <Cell of={words.director}>{director}</Cell>}
      <Cell of={words.kind}>
        <State of="warning" text={words.outlierKinds[kind]} />
      </Cell>
      <Cell of={words.value} figure>
        {say(value)}
      </Cell>
      <Cell of={words.usual} figure>
        {say(usual)}
      </Cell>
      <Cell of={words.client}>{client ?? '–'}</Cell>
      <Cell of={words.level}>{level}</Cell>
      <Cell of={words.when}>
        <Time at={at} as="short" />
      </Cell>
      <Cell of={words.last}>
        <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={{ director }}>
          {words.run(jobId)}
        </Link>
      </Cell>
    </Row>
  );
}
