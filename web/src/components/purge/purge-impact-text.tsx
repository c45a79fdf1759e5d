import { type Schemas } from '../../api/request';
import { count, size } from '../format';
import { State } from '../state';
import { Cell, Row, Table } from '../table';
import { Time } from '../time';
import { useMessages } from '../../i18n/messages';
import { forgetWords } from './purge.messages';
import { type ForgetTarget, type Impact } from './purge-impact';

type Loss = Schemas['LossSummary'];

/** What would be lost: in all, and by client; those that lose their last Full stand out and come first. */
export function ImpactText({ of, deed }: { readonly of: Impact; readonly deed: ForgetTarget['action'] }) {
  const words = useMessages(forgetWords);
  if (of.runs === 0) return <p>{words.nothing[deed]}</p>;
  return (
    <>
      <Sums of={of} />
      {of.pointsBroken > 0 && <p>{words.brokenAre(of.pointsBroken)}</p>}
      {of.partlyElsewhere > 0 && <p>{words.elsewhere(of.partlyElsewhere)}</p>}
      {of.copiedElsewhere > 0 && <p>{words.copied(of.copiedElsewhere)}</p>}
      {of.clients.length > 0 && <Losses of={of} />}
    </>
  );
}

function Sums({ of }: { readonly of: Impact }) {
  const words = useMessages(forgetWords);
  const sums: readonly (readonly [term: string, value: string, title?: string])[] = [
    [words.runs, count(of.runs)],
    [words.points, count(of.pointsLost)],
    [words.broken, count(of.pointsBroken)],
    [words.files, count(of.files)],
    [words.bytes, size(of.bytes), words.exactBytes(count(of.bytes))],
  ];
  return (
    <dl className="figures">
      {sums.map(([term, value, title]) => (
        <div key={term} title={title}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Losses({ of: { clients, clientsTotal } }: { readonly of: Impact }) {
  const words = useMessages(forgetWords);
  const figures = [words.runs, words.pointsShort, words.brokenShort];
  return (
    <>
      <h3>{words.byClient}</h3>
      <Table
        label={words.byClient}
        heads={[words.client, words.fileset, words.fulls, ...figures, words.newest]}
        figures={figures}
      >
        {clients.map((loss) => (
          <LossRow key={`${loss.client} ${loss.fileset}`} loss={loss} />
        ))}
      </Table>
      {clients.length < clientsTotal && (
        <p className="quiet after">{words.firstOf(count(clients.length), count(clientsTotal))}</p>
      )}
    </>
  );
}

function LossRow({ loss }: { readonly loss: Loss }) {
  const words = useMessages(forgetWords);
  return (
    <Row name={loss.client}>
      <Cell of={words.fileset}>{loss.fileset}</Cell>
      <Cell of={words.fulls}>
        <RemainingFulls loss={loss} />
      </Cell>
      <Cell of={words.runs} figure>
        {count(loss.runs)}
      </Cell>
      <Cell of={words.pointsShort} figure>
        {count(loss.pointsLost)}
      </Cell>
      <Cell of={words.brokenShort} figure>
        {count(loss.pointsBroken)}
      </Cell>
      <Cell of={words.newest}>{loss.newestLostAt === null ? '–' : <Time at={loss.newestLostAt} as="short" />}</Cell>
    </Row>
  );
}

function RemainingFulls({ loss: { removesLastFull, remainingFulls } }: { readonly loss: Loss }) {
  const words = useMessages(forgetWords);
  if (removesLastFull) return <State of="crit" text={words.lastFull} />;
  // Without a sign or color of success: something is lost in every row.
  return remainingFulls === 0 ? <State of="warn" text={words.noFull} /> : <>{words.keeps(remainingFulls)}</>;
}
