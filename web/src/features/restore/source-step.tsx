import { Link } from '@tanstack/react-router';
import { AsCurl } from '../../components/copy-as-curl';
import { Chooser } from '../../components/combobox';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { Gone } from './pruned-run-notice';
import { type Points } from './restore-points';
import { moment } from './restore-times';
import { noFile } from './restore-query';
import { type SourceClients } from './use-client-options';
import { TimeLine } from './restore-timeline';
import { type Choice, type Point, useOwnDirector } from './use-restore-state';

interface WhereFromProps {
  readonly choice: Choice;
  readonly sources: SourceClients;
  /** Empty while none is chosen. */
  readonly client: string;
  readonly points: Points;
}

/** Whose data, and as of when. */
export function WhereFrom({ choice, sources, client, points }: WhereFromProps) {
  const messages = useMessages('restore');
  const { choose, basket, query } = choice;
  const director = useOwnDirector();
  const isWhole = query.whole !== undefined;
  // Another fileset holds other paths; within one the same ones are wanted as of another time.
  const takePoint = (next: Point) => {
    const isOther = !isWhole && points.point !== null && next.fileset !== points.point.fileset;
    const cleared = isOther && basket.refs.length > 0 ? { items: '' } : {};
    choose({ by: 'time', client, point: String(next.jobId), ...cleared, ...(isOther ? nowhere : {}) });
  };
  return (
    <section aria-labelledby="from" data-step="1">
      <h2 id="from">{messages.steps.from}</h2>
      {client !== '' && <AsCurl path="/restore/points" query={{ client, ...director }} />}
      <div className="stack">
        <ClientChoice {...{ choice, sources, client }} />
        {sources.away.map((director) => (
          <p key={director} className="quiet">
            {messages.awayDirector(director)}
          </p>
        ))}
        {client !== '' && (
          <>
            <PointChoice {...{ points, isWhole }} onChoose={takePoint} />
            <Whole {...{ choice, points }} />
          </>
        )}
        {points.isGone && <Gone run={choice.query.point ?? ''} />}
      </div>
    </section>
  );
}

const nowhere = { path: '', at: '', ...noFile };

/** The client, with its Director where they are of several: that one is settled then. */
function ClientChoice({ choice: { open, isOfAll, query }, sources, client }: Omit<WhereFromProps, 'points'>) {
  const messages = useMessages('restore');
  const { clients, areMany } = sources;
  const textOf = (name: string, director: string) => (areMany ? `${name} · ${director}` : name);
  const take = (text: string) => {
    const found = clients.find((one) => textOf(one.client, one.director) === text);
    const [name, director] = [found?.client ?? text, found?.director ?? ''];
    const clear = { point: '', whole: '', items: '', to: '', ...nowhere };
    open({ by: 'time', client: name, from: isOfAll ? director : '', ...clear });
  };
  return (
    <Chooser
      {...{ label: messages.client, kind: areMany ? 'sources' : 'clients', choose: take }}
      names={clients.map((one) => textOf(one.client, one.director))}
      chosen={client === '' ? '' : textOf(client, query.from ?? '')}
      {...(client === '' ? { nothing: messages.chooseClient } : {})}
    />
  );
}

interface WholeProps {
  readonly choice: Choice;
  readonly points: Points;
}

/** All filesets of the client as of the chosen time. Offered where it has several. */
function Whole({ choice: { query, choose }, points: { points, point } }: WholeProps) {
  const messages = useMessages('restore');
  const isWhole = query.whole !== undefined;
  const filesets = new Set(points.map(({ fileset }) => fileset)).size;
  if (!isWhole && filesets < 2) return null;
  // What was ticked in all of them may be in none of the one that is left.
  const change = () => {
    const anchor = point === null ? {} : { client: point.client, point: String(point.jobId) };
    choose({ by: 'time', ...anchor, ...(isWhole ? { whole: '', items: '' } : { whole: '1' }) });
  };
  return (
    <label className="check">
      <input type="checkbox" checked={isWhole} onChange={change} /> {messages.whole}
    </label>
  );
}

interface PointChoiceProps {
  readonly points: Points;
  readonly isWhole: boolean;
  readonly onChoose: (point: Point) => void;
}

function PointChoice({ points: { points, point, pages }, isWhole, onChoose }: PointChoiceProps) {
  const messages = useMessages('restore');
  return (
    <Shown of={pages} rows={2}>
      {() =>
        points.length === 0 ? (
          <Empty>
            {messages.nothingThere} <Link to="/jobs">{messages.runBackup}</Link>
          </Empty>
        ) : (
          <div className="stack">
            <TimeLine {...{ points, chosen: point, onChoose }} />
            <PointSelect {...{ points, chosen: point, onChoose }} />
            {pages.hasNextPage && (
              <button type="button" aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {messages.older}
              </button>
            )}
            {isWhole && point !== null && <p className="quiet">{messages.wholeOf(point.fileset)}</p>}
            {point !== null && <Reasons of={point} />}
          </div>
        )
      }
    </Shown>
  );
}

interface PointSelectProps {
  readonly points: readonly Point[];
  readonly chosen: Point | null;
  readonly onChoose: (point: Point) => void;
}

function PointSelect({ points, chosen, onChoose }: PointSelectProps) {
  const messages = useMessages('restore');
  const zone = useZone();
  const take = (jobId: string) => {
    const point = points.find((one) => String(one.jobId) === jobId);
    if (point) onChoose(point);
  };
  return (
    <label>
      {messages.asOf}
      <select value={chosen === null ? '' : String(chosen.jobId)} onChange={({ target }) => take(target.value)}>
        {chosen === null && <option value="">{messages.unchosen}</option>}
        {points.map(({ jobId, endedAt, fileset, level, files, restorable }) => (
          <option key={jobId} value={String(jobId)}>
            {messages.pointOption(moment(endedAt, zone), fileset, level, jobId, files)}
            {messages.restorable[restorable]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is missing of a point. */
function Reasons({ of: { restorable, reasons, faults } }: { readonly of: Point }) {
  const messages = useMessages('restore');
  const lacks = useMessages('restoreGaps');
  if (reasons.length === 0) return null;
  return (
    <div className="note" data-look={restorable === 'no' ? 'bad' : 'warn'}>
      <p>{restorable === 'no' ? messages.noPoint : messages.partialPoint}</p>
      <ul>
        {reasons.map((reason, index) => (
          <li key={`${index} ${reason}`}>{lacks.ofChain(faults[index], reason)}</li>
        ))}
      </ul>
    </div>
  );
}
