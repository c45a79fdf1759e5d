import { type Schemas } from '../../api/request';
import { useAreMany, useChosenDirector } from '../../api/directors';
import { useAsked } from '../../api/queries';
import { count, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { useWords } from '../../i18n/messages';
import { growth } from './statistics-figures';
import { type Period } from './period';
import { statisticsWords } from './statistics.messages';

/** What was written into each pool, and how that grew. */
export function Pools({ period }: { readonly period: Period }) {
  const query = { ...period.query, ...useChosenDirector(), limit: 100 };
  const pools = useAsked(
    ['stats', 'storage', query],
    (api, signal) => api.GET('/api/v1/stats/storage', { params: { query }, signal }),
    { keepsOld: true },
  );
  const words = useWords(statisticsWords);
  return (
    <section>
      <h2>{words.pools}</h2>
      <Shown of={pools}>{({ items }) => <PoolTable items={items} />}</Shown>
    </section>
  );
}

function PoolTable({ items }: { readonly items: readonly Schemas['PoolStatistics'][] }) {
  const words = useWords(statisticsWords);
  const most = Math.max(1, ...items.map(({ bytes }) => bytes));
  const areMany = useAreMany();
  const figures = [words.bytes, words.growth];
  return (
    <Table
      label={words.pools}
      heads={[words.pool, ...(areMany ? [words.director] : []), words.compared, ...figures]}
      figures={figures}
    >
      {items.map(({ pool, director, bytes, bytesBefore }) => (
        <Row key={`${director} ${pool}`} name={pool}>
          {areMany && <Cell of={words.director}>{director}</Cell>}
          <Cell of={words.compared}>
            <RowBar part={bytes / most} />
          </Cell>
          <Cell of={words.bytes} figure title={count(bytes)}>
            {size(bytes)}
          </Cell>
          <Cell of={words.growth} figure>
            {growth(bytes, bytesBefore) ?? '–'}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
