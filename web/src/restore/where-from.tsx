import { Link } from '@tanstack/react-router';
import { Chooser } from '../parts/chooser';
import { Empty } from '../parts/empty';
import { count } from '../parts/format';
import { Shown } from '../parts/shown';
import { useZone } from '../parts/zone';
import { useWords } from '../words/words';
import { Gone } from './gone';
import { type Points } from './points';
import { moment } from './restore-times';
import { lackWords } from './lack.words';
import { restoreWords } from './restore.words';
import { namesOf, type SomeClients } from './some-clients';
import { TimeLine } from './time-line';
import { type Choice, type Point } from './use-choice';

interface WhereFromProps {
  readonly choice: Choice;
  readonly clients: SomeClients;
  readonly client: string;
  readonly points: Points;
}

/** Whose data, and as of when. */
export function WhereFrom({ choice, clients, client, points }: WhereFromProps) {
  const words = useWords(restoreWords);
  const { choose, open, basket } = choice;
  const nowhere = { path: '', at: '', file: '', fileOf: '' };
  const takeClient = (name: string) => open({ by: 'time', client: name, point: '', items: '', to: '', ...nowhere });
  // Another fileset holds other paths; within one the same ones are wanted as of another time.
  const takePoint = (next: Point) => {
    const isOther = points.point !== null && next.fileset !== points.point.fileset;
    const cleared = isOther && basket.refs.length > 0 ? { items: '' } : {};
    choose({ by: 'time', client, point: String(next.jobId), ...cleared, ...(isOther ? nowhere : {}) });
  };
  return (
    <section aria-labelledby="from" data-step="1">
      <h2 id="from">{words.steps.from}</h2>
      <div className="stack">
        <Chooser
          {...{ label: words.client, kind: 'clients', chosen: client, choose: takeClient, ...namesOf(clients) }}
        />
        <PointChoice points={points} onChoose={takePoint} />
        {points.isGone && <Gone run={choice.query.point ?? ''} />}
      </div>
    </section>
  );
}

interface PointChoiceProps {
  readonly points: Points;
  readonly onChoose: (point: Point) => void;
}

function PointChoice({ points: { points, point, pages }, onChoose }: PointChoiceProps) {
  const words = useWords(restoreWords);
  return (
    <Shown of={pages} rows={2}>
      {() =>
        points.length === 0 ? (
          <Empty>
            {words.nothingThere} <Link to="/jobs">{words.runBackup}</Link>
          </Empty>
        ) : (
          <div className="stack">
            <TimeLine {...{ points, chosen: point, onChoose }} />
            <PointSelect {...{ points, chosen: point, onChoose }} />
            {pages.hasNextPage && (
              <button type="button" aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {words.older}
              </button>
            )}
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
  const words = useWords(restoreWords);
  const zone = useZone();
  const take = (jobId: string) => {
    const point = points.find((one) => String(one.jobId) === jobId);
    if (point) onChoose(point);
  };
  return (
    <label>
      {words.asOf}
      <select value={chosen === null ? '' : String(chosen.jobId)} onChange={({ target }) => take(target.value)}>
        {chosen === null && <option value="">{words.unchosen}</option>}
        {points.map(({ jobId, endedAt, fileset, level, files, restorable }) => (
          <option key={jobId} value={String(jobId)}>
            {words.pointOption(moment(endedAt, zone), fileset, level, jobId, count(files))}
            {words.restorable[restorable]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is missing of a point. */
function Reasons({ of: { restorable, reasons, faults } }: { readonly of: Point }) {
  const words = useWords(restoreWords);
  const lacks = useWords(lackWords);
  if (reasons.length === 0) return null;
  return (
    <div className="note" data-look={restorable === 'no' ? 'bad' : 'warn'}>
      <p>{restorable === 'no' ? words.noPoint : words.partialPoint}</p>
      <ul>
        {reasons.map((reason, index) => (
          <li key={reason}>{lacks.ofChain(faults[index], reason)}</li>
        ))}
      </ul>
    </div>
  );
}
