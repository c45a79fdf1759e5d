import { type Schemas } from '../../api/request';
import { count, size } from '../format';
import { State } from '../state';
import { Cell, Row, Table } from '../table';
import { Time } from '../time';
import { useMessages } from '../../i18n/messages';
import { type ForgetTarget, type Impact } from './purge-impact';

type Loss = Schemas['LossSummary'];

/** What would be lost: in all, and by client; those that lose their last Full stand out and come first. */
export function ImpactText({ of, action }: { readonly of: Impact; readonly action: ForgetTarget['action'] }) {
  const messages = useMessages('purge');
  if (of.runs === 0) return <p>{messages.nothing[action]}</p>;
  return (
    <>
      <Sums of={of} />
      {of.pointsBroken > 0 && <p>{messages.brokenAre(of.pointsBroken)}</p>}
      {of.partlyElsewhere > 0 && <p>{messages.elsewhere(of.partlyElsewhere)}</p>}
      {of.copiedElsewhere > 0 && <p>{messages.copied(of.copiedElsewhere)}</p>}
      {of.clients.length > 0 && <Losses of={of} />}
    </>
  );
}

function Sums({ of }: { readonly of: Impact }) {
  const messages = useMessages('purge');
  const sums: readonly (readonly [term: string, value: string, title?: string])[] = [
    [messages.runs, count(of.runs)],
    [messages.points, count(of.pointsLost)],
    [messages.broken, count(of.pointsBroken)],
    [messages.files, count(of.files)],
    [messages.bytes, size(of.bytes), messages.exactBytes(count(of.bytes))],
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
  const messages = useMessages('purge');
  const figures = [messages.runs, messages.pointsShort, messages.brokenShort];
  return (
    <>
      <h3>{messages.byClient}</h3>
      <Table
        label={messages.byClient}
        heads={[messages.client, messages.fileset, messages.fulls, ...figures, messages.newest]}
        figures={figures}
      >
        {clients.map((loss) => (
          <LossRow key={`${loss.client} ${loss.fileset}`} loss={loss} />
        ))}
      </Table>
      {clients.length < clientsTotal && (
        <p className="quiet after">{messages.firstOf(count(clients.length), count(clientsTotal))}</p>
      )}
    </>
  );
}

function LossRow({ loss }: { readonly loss: Loss }) {
  const messages = useMessages('purge');
  return (
    <Row name={loss.client}>
      <Cell of={messages.fileset}>{loss.fileset}</Cell>
      <Cell of={messages.fulls}>
        <RemainingFulls loss={loss} />
      </Cell>
      <Cell of={messages.runs} figure>
        {count(loss.runs)}
      </Cell>
      <Cell of={messages.pointsShort} figure>
        {count(loss.pointsLost)}
      </Cell>
      <Cell of={messages.brokenShort} figure>
        {count(loss.pointsBroken)}
      </Cell>
      <Cell of={messages.newest}>{loss.newestLostAt === null ? '–' : <Time at={loss.newestLostAt} as="short" />}</Cell>
    </Row>
  );
}

function RemainingFulls({ loss: { removesLastFull, remainingFulls } }: { readonly loss: Loss }) {
  const messages = useMessages('purge');
  if (removesLastFull) return <State of="crit" text={messages.lastFull} />;
  // Without a sign or color of success: something is lost in every row.
  return remainingFulls === 0 ? <State of="warn" text={messages.noFull} /> : <>{messages.keeps(remainingFulls)}</>;
}
