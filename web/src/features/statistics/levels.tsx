import { type Schemas } from '../../api/request';
import { count, percent, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { useWords } from '../../i18n/messages';
import { byLevel } from './series';
import { statisticsWords } from './statistics.messages';

/** What each level came to, and its share of the bytes. */
export function Levels({ points }: { readonly points: readonly Schemas['RunSeriesPoint'][] }) {
  const words = useWords(statisticsWords);
  const levels = byLevel(points);
  const total = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  const heads = [words.level, words.runs, words.files, words.bytes, words.share];
  return (
    <section>
      <h2>{words.byLevel}</h2>
      <Table label={words.byLevel} heads={heads} figures={[words.runs, words.files, words.bytes]}>
        {levels.map(({ level, runs, files, bytes }) => (
          <Row key={level} name={level}>
            <Cell of={words.runs} figure>
              {count(runs)}
            </Cell>
            <Cell of={words.files} figure>
              {count(files)}
            </Cell>
            <Cell of={words.bytes} figure title={count(bytes)}>
              {size(bytes)}
            </Cell>
            <Cell of={words.share}>
              <Share part={total === 0 ? 0 : bytes / total} />
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}

function Share({ part }: { readonly part: number }) {
  return (
    <span className="share">
      <RowBar part={part} /> {percent(part)}
    </span>
  );
}
