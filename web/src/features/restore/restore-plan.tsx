import { type UseQueryResult } from '@tanstack/react-query';
import { asProblem, type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { Skeleton } from '../../components/query-content';
import { count, size } from '../../components/format';
import { useMessages } from '../../i18n/messages';
import { policyOf } from './replace-policy';
import { type RestoreQuery } from './restore-query';
import { selectionOf } from './relocation';
import { type Choice, type Point, useOwnDirector } from './use-restore-state';

type PlanRecord = Schemas['RestorePlanRecord'];

/** A longer question does not fit into the head of a request. */
const mostLetters = 6_000;
const mostRefs = 500;

export interface AskedPlan {
  readonly plan: UseQueryResult<PlanRecord>;
  /** There is too much in the basket to ask for a plan of it. */
  readonly isTooLong: boolean;
}

/** What the restore would read and write, and what stands where it would write; asked for once something is chosen. */
export function usePlan(choice: Choice, point: Point | null): AskedPlan {
  const { basket } = choice;
  const director = useOwnDirector();
  const isTooLong = basket.refs.join(',').length > mostLetters || basket.refs.length > mostRefs;
  const asked = { ...askedOf(choice), ...director, jobids: point?.jobids.join(',') ?? '' };
  const plan = useApiQuery(
    ['plan', asked],
    (api, signal) => api.GET('/api/v1/restore/plan', { params: { query: asked }, signal }),
    { enabled: point !== null && !isTooLong, keepsOld: true },
  );
  return { plan, isTooLong };
}

/** What it takes, below the button. */
export function Plan({ plan, isTooLong }: AskedPlan) {
  const messages = useMessages('restore');
  const { text } = useMessages('problem');
  if (isTooLong) return <p className="quiet">{messages.plan.tooMany}</p>;
  return (
    <section className="plan" aria-labelledby="plan" aria-busy={plan.isFetching}>
      <h3 id="plan">{messages.plan.title}</h3>
      {plan.error === null ? (
        <Known of={plan.data} isOld={plan.isPlaceholderData} />
      ) : (
        <p role="status" className="note" data-look="warn">
          {text(asProblem(plan.error))}
        </p>
      )}
    </section>
  );
}

function askedOf(choice: Choice) {
  const { where, to } = choice.query;
  const { refs, expression } = selectionOf(choice);
  return {
    ...(refs === undefined ? {} : { refs: refs.join(',') }),
    ...(expression === undefined ? {} : { expression }),
    ...(where === undefined ? {} : { where }),
    ...(to === undefined ? {} : { restoreClient: to }),
  };
}

interface KnownProps {
  readonly of: PlanRecord | undefined;
  /** It answers what was asked before. */
  readonly isOld: boolean;
}

function Known({ of, isOld }: KnownProps) {
  if (of === undefined) return <Skeleton rows={2} />;
  return (
    <div className={isOld ? 'stale' : undefined}>
      <Sizes of={of} />
      <Volumes of={of} />
      <Examples of={of} />
    </div>
  );
}

function Sizes({ of: { files, bytes, missing } }: { readonly of: PlanRecord }) {
  const messages = useMessages('restore');
  return (
    <>
      <p title={`${count(bytes)} B`}>{messages.plan.sizes(files, size(bytes))}</p>
      {missing.length > 0 && (
        <p className="note" data-look="warn">
          {messages.plan.missing(missing.map(({ path }) => path).join(', '))}
        </p>
      )}
    </>
  );
}

function Volumes({ of: { volumes } }: { readonly of: PlanRecord }) {
  const messages = useMessages('restore');
  const lacks = useMessages('restoreGaps');
  if (volumes.length === 0) return <p className="quiet">{messages.plan.noVolumes}</p>;
  return (
    <ul className="volumes" aria-label={messages.plan.volumes}>
      {volumes.map(({ volume, storage, status, available, reasonCode, reason }) => (
        <li key={volume}>
          <code>{volume}</code>{' '}
          <span className="quiet">
            {storage ?? '–'}, {status}
          </span>{' '}
          <span className="state" data-look={available ? 'ok' : 'bad'}>
            <span aria-hidden="true">{available ? '✓' : '✕'}</span>{' '}
            {available ? messages.plan.atHand : messages.plan.away}
          </span>
          {reason !== null && <p className="quiet">{lacks.ofVolume(reasonCode, reason)}</p>}
        </li>
      ))}
    </ul>
  );
}

interface ConflictProps extends AskedPlan {
  readonly query: RestoreQuery;
}

/** Above the button: what stands there already, and what becomes of it. Its room is kept, so that the button stays where it is. */
export function Conflict({ plan, isTooLong, query }: ConflictProps) {
  const messages = useMessages('restore').plan;
  // The plan looks at a folder; where other paths lead, nobody has looked.
  const isKnown = !isTooLong && query.relocate === undefined && plan.error === null && plan.data !== undefined;
  return (
    <div className={plan.isPlaceholderData ? 'conflict stale' : 'conflict'} aria-busy={plan.isFetching}>
      {isKnown ? (
        <InTheWay {...{ of: plan.data, query }} />
      ) : (
        <p className="quiet">{plan.isFetching ? messages.target.checking : messages.target.unknown}</p>
      )}
    </div>
  );
}

/** Whether nothing can be overwritten, as far as the plan has looked: at a folder, never at other paths. */
export function isClear({ plan, isTooLong }: AskedPlan, { relocate }: RestoreQuery): boolean {
  return (
    !isTooLong &&
    relocate === undefined &&
    plan.error === null &&
    !plan.isPlaceholderData &&
    plan.data?.targetHolds === 'nothing'
  );
}

interface InTheWayProps {
  readonly of: PlanRecord;
  readonly query: RestoreQuery;
}

function InTheWay({ of: { target, targetHolds }, query }: InTheWayProps) {
  const messages = useMessages('restore').plan;
  if (target === null) return <p className="quiet">{messages.target.unknown}</p>;
  if (targetHolds === 'nothing') return <p className="quiet">{messages.target.nothing}</p>;
  if (targetHolds === 'unknown') return <p className="quiet">{messages.target.partly(count(target.inspected))}</p>;
  return (
    <div className="note" data-look="warn">
      <p>{messages.conflicts(target.existing, target.inspected, target.newer)}</p>
      <p>{messages.fate[policyOf(query)]}</p>
    </div>
  );
}

/** The first files that are there already. */
function Examples({ of: { target } }: { readonly of: PlanRecord }) {
  const messages = useMessages('restore').plan;
  if (target === null || target.examples.length === 0) return null;
  return (
    <>
      <p>{messages.thereAlready}</p>
      <ul className="there">
        {target.examples.map(({ ref, path }) => (
          <li key={ref} className="path">
            {path}
          </li>
        ))}
      </ul>
    </>
  );
}
