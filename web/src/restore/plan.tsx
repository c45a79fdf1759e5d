import { asProblem, type Schemas } from '../api/ask';
import { useChosenDirector } from '../api/directors';
import { useAsked } from '../api/queries';
import { Placeholder } from '../parts/shown';
import { count, size } from '../parts/format';
import { problemWords } from '../words/problem.words';
import { useWords } from '../words/words';
import { policyOf } from './policy';
import { lackWords } from './lack.words';
import { restoreWords } from './restore.words';
import { type Choice, type Point } from './use-choice';

type PlanRecord = Schemas['RestorePlanRecord'];

/** A longer question does not fit into the head of a request. */
const mostLetters = 6_000;
const mostRefs = 500;

interface PlanProps {
  readonly choice: Choice;
  readonly point: Point;
}

/** What the restore would read and write, and what stands where it would write. */
export function Plan({ choice: { query, basket }, point }: PlanProps) {
  const words = useWords(restoreWords);
  const { text } = useWords(problemWords);
  const director = useChosenDirector();
  const isTooLong = basket.refs.join(',').length > mostLetters || basket.refs.length > mostRefs;
  const asked = { ...askedOf(query, basket), ...director, jobids: point.jobids.join(',') };
  const plan = useAsked(
    ['plan', asked],
    (api, signal) => api.GET('/api/v1/restore/plan', { params: { query: asked }, signal }),
    { enabled: !isTooLong, keepsOld: true },
  );
  if (isTooLong) return <p className="quiet">{words.plan.tooMany}</p>;
  return (
    <section className="plan" aria-labelledby="plan" aria-busy={plan.isFetching}>
      <h3 id="plan">{words.plan.title}</h3>
      {plan.error === null ? (
        <Known of={plan.data} isOld={plan.isPlaceholderData} replace={query.replace} />
      ) : (
        <p role="status" className="note" data-look="warn">
          {text(asProblem(plan.error))}
        </p>
      )}
    </section>
  );
}

function askedOf({ where, to }: Choice['query'], { isEverything, refs }: Choice['basket']) {
  return {
    ...(isEverything ? {} : { refs: refs.join(',') }),
    ...(where === undefined ? {} : { where }),
    ...(to === undefined ? {} : { restoreClient: to }),
  };
}

interface KnownProps {
  readonly of: PlanRecord | undefined;
  /** It answers what was asked before. */
  readonly isOld: boolean;
  readonly replace: string | undefined;
}

function Known({ of, isOld, replace }: KnownProps) {
  if (of === undefined) return <Placeholder rows={2} />;
  return (
    <div className={isOld ? 'stale' : undefined}>
      <Sizes of={of} />
      <Volumes of={of} />
      <InTheWay {...{ of, replace }} />
    </div>
  );
}

function Sizes({ of: { files, bytes, missing } }: { readonly of: PlanRecord }) {
  const words = useWords(restoreWords);
  return (
    <>
      <p title={`${count(bytes)} B`}>{words.plan.sizes(files, size(bytes))}</p>
      {missing.length > 0 && (
        <p className="note" data-look="warn">
          {words.plan.missing(missing.map(({ path }) => path).join(', '))}
        </p>
      )}
    </>
  );
}

function Volumes({ of: { volumes } }: { readonly of: PlanRecord }) {
  const words = useWords(restoreWords);
  const lacks = useWords(lackWords);
  if (volumes.length === 0) return <p className="quiet">{words.plan.noVolumes}</p>;
  return (
    <ul className="volumes" aria-label={words.plan.volumes}>
      {volumes.map(({ volume, storage, status, available, reasonCode, reason }) => (
        <li key={volume}>
          <code>{volume}</code>{' '}
          <span className="quiet">
            {storage ?? '–'}, {status}
          </span>{' '}
          <span className="state" data-look={available ? 'ok' : 'bad'}>
            <span aria-hidden="true">{available ? '✓' : '✕'}</span> {available ? words.plan.atHand : words.plan.away}
          </span>
          {reason !== null && <p className="quiet">{lacks.ofVolume(reasonCode, reason)}</p>}
        </li>
      ))}
    </ul>
  );
}

interface InTheWayProps {
  readonly of: PlanRecord;
  readonly replace: string | undefined;
}

/** What stands there already, and what becomes of it. */
function InTheWay({ of: { target, targetHolds }, replace }: InTheWayProps) {
  const words = useWords(restoreWords).plan;
  if (target === null) return <p className="quiet">{words.target.unknown}</p>;
  if (targetHolds === 'nothing') return <p className="quiet">{words.target.nothing}</p>;
  if (targetHolds === 'unknown') return <p className="quiet">{words.target.partly(count(target.looked))}</p>;
  return (
    <div className="note" data-look="warn">
      <p>{words.conflicts(target.existing, target.looked, target.newer)}</p>
      <p>{words.fate[policyOf(replace)]}</p>
      <ul>
        {target.examples.map(({ ref, path }) => (
          <li key={ref} className="path">
            {path}
          </li>
        ))}
      </ul>
    </div>
  );
}
