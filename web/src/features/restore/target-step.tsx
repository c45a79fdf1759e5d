import { type ComponentProps, type SyntheticEvent, useRef, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useSource } from '../../api/directors';
import { AsCurl } from '../../components/copy-as-curl';
import { Chooser } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { type Started, useRunOrder } from '../../components/use-start-run';
import { useMessages } from '../../i18n/messages';
import { BasketList } from './basket-list';
import { ConfirmRestore } from './confirm-restore';
import { DownloadButton, isFolderRef } from './download-button';
import { type AskedPlan, Conflict, isClear, Plan, usePlan } from './restore-plan';
import { isOriginalPlace, isRoot, policies, policyOf } from './replace-policy';
import { RelocationPreview, relocationOf, selectionOf, TextField } from './relocation';
import { pluginOptionsIn, RestoreOptions } from './restore-options';
import { Target } from './target';
import { type Choice, isNothing, type Point, useOwnDirector } from './use-restore-state';

interface WhereToProps {
  readonly choice: Choice;
  readonly point: Point | null;
  /** The folder as the address has it, else the Director's first one for restores; null where it has none to tell. */
  readonly where: string | null;
  /** The restore in place is to be confirmed now: the button asked for it, or a version's own. */
  readonly isConfirming: boolean;
  readonly setConfirming: (isConfirming: boolean) => void;
}

/** What was selected, where it goes, what that takes, and the one button. */
export function WhereTo(props: WhereToProps) {
  const { choice, point } = props;
  const messages = useMessages('restore');
  const heading = useRef<HTMLHeadingElement>(null);
  const { basket } = choice;
  const isEmpty = isNothing(basket) && choice.query.match === undefined;
  return (
    <section aria-labelledby="to" className="where-to" data-step="3">
      <h2 ref={heading} tabIndex={-1}>
        {messages.selection}
      </h2>
      {isEmpty ? (
        <Empty>{basket.isTooLong ? messages.linkLost : messages.nothingTicked}</Empty>
      ) : (
        <BasketList {...{ basket, point }} onRemoved={() => heading.current?.focus()} />
      )}
      {basket.isTooLong && !isEmpty && <p className="quiet">{messages.linkTooLong}</p>}
      {!basket.isEverything && point !== null && <Match choice={choice} />}
      <h2 id="to">{messages.to}</h2>
      <OrderForm {...props} isNothing={isEmpty} />
    </section>
  );
}

function OrderForm(props: WhereToProps & { readonly isNothing: boolean }) {
  const { choice, point, where, isNothing: isEmpty, isConfirming, setConfirming } = props;
  const messages = useMessages('restore');
  const denial = usePermissionError('restore:run');
  const seesRuns = usePermissionError('jobs:read') === null;
  const { action, place } = useRunOrder();
  const [started, setStarted] = useState<Started | null>(null);
  // Kept while the question is open.
  const pluginOptions = useRef('');
  const { query, basket } = choice;
  const order = isEmpty ? null : point;
  const plan = usePlan(choice, order);
  // Who may not read runs is told here that it began.
  const stay = (run: Started) => {
    setConfirming(false);
    setStarted(run);
  };
  const send = (to: Point, folder: string) => {
    setStarted(null);
    place(
      bodyOf(choice, to, folder, pluginOptions.current),
      (body, key) => {
        const params = { header: { 'Idempotency-Key': key } };
        return ask((api) => api.POST('/api/v1/restore/run', { body, params }));
      },
      ...(seesRuns ? [] : [stay]),
    );
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (order === null) return;
    pluginOptions.current = pluginOptionsIn(event.currentTarget);
    const folder = isOriginalPlace(query) ? '/' : fieldOf(event.currentTarget, 'where').trim();
    // The plan is still that of the folder in the address.
    const isOtherRoot = query.relocate === undefined && isRoot(folder) && !isOriginalPlace(query);
    if (isOtherRoot) choice.choose({ where: '/', replace: policyOf(query) });
    if (isOtherRoot ? policyOf(query) !== 'never' : mustConfirm(query, plan)) setConfirming(true);
    else send(order, folder);
  };
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <Target {...{ choice, root: where }} />
        {order !== null && <RelocationPreview {...{ choice, point: order }} />}
        <ToClient {...{ choice, point }} />
        <IfExists choice={choice} />
        <RestoreOptions choice={choice} />
        {order !== null && <Conflict {...plan} query={query} />}
        {/* Above the plan: what comes in late moves nothing under the pointer. */}
        <div className="row">
          <button
            className="primary"
            disabled={denial !== null || order === null || isWithoutPaths(query)}
            aria-disabled={action.busy}
            aria-describedby={denial === null ? undefined : 'no-restore'}
          >
            <RunLabel choice={choice} />
          </button>
          {order !== null && <AsCurl method="POST" path="/restore/run" body={bodyOf(choice, order, where ?? '', '')} />}
        </div>
      </form>
      <Denied id="no-restore" why={denial} />
      <div role="status">{started && <p>{messages.started(started.jobId, started.director)}</p>}</div>
      {order !== null && query.match === undefined && <Download {...{ basket, point: order }} />}
      {!isConfirming && <ErrorMessage problem={action.problem} />}
      {order !== null && <Plan {...plan} />}
      {order !== null && (
        <Confirm
          {...{ choice, point: order, plan, action, isConfirming, setConfirming }}
          confirm={() => send(order, '/')}
        />
      )}
    </>
  );
}

/** More files by an expression over their paths. */
function Match({ choice: { query, choose } }: { readonly choice: Choice }) {
  const messages = useMessages('relocation');
  return (
    <>
      <TextField label={messages.match} value={query.match} settle={(match) => choose({ match })} />
      {query.match !== undefined && <p className="quiet">{messages.matchHint}</p>}
    </>
  );
}

/** How many are restored is not known before an expression is looked up. */
function RunLabel({ choice: { query, basket } }: { readonly choice: Choice }) {
  const messages = useMessages('restore');
  if (basket.isEverything) return messages.runAll;
  return messages.run(query.match === undefined ? basket.refs.length : 0);
}

/** Other paths were chosen, and none was given yet. */
function isWithoutPaths(query: Choice['query']): boolean {
  return query.relocate !== undefined && relocationOf(query) === null;
}

/** A single ref that is no folder may still be a link, which the API then says. */
function Download({
  basket: { refs, isEverything },
  point,
}: {
  readonly basket: Choice['basket'];
  readonly point: Point;
}) {
  const [only] = refs;
  const isFile = !isEverything && refs.length === 1 && only !== undefined && !isFolderRef(only);
  return (
    <DownloadButton {...{ director: point.director, jobids: point.jobids, refs: isEverything ? null : refs, isFile }} />
  );
}

interface ConfirmProps extends Omit<ComponentProps<typeof ConfirmRestore>, 'close'> {
  readonly isConfirming: boolean;
  readonly setConfirming: (isConfirming: boolean) => void;
}

function Confirm({ isConfirming, setConfirming, ...rest }: ConfirmProps) {
  return isConfirming && <ConfirmRestore {...rest} close={() => setConfirming(false)} />;
}

/** Files may be overwritten at their original paths, to which a relocation can also lead. */
function mustConfirm(query: Choice['query'], plan: AskedPlan): boolean {
  const mayBeInPlace = isOriginalPlace(query) || query.relocate !== undefined;
  return mayBeInPlace && policyOf(query) !== 'never' && !isClear(plan, query);
}

/** A client of the same Director: no other one writes to it. */
function ToClient({ choice: { query, choose }, point }: Pick<WhereToProps, 'choice' | 'point'>) {
  const messages = useMessages('restore');
  const names = useSource(useOwnDirector().director)?.clients ?? [];
  const own = point?.client ?? '';
  // Before anything is chosen there is nobody whose files could go to another.
  if (names.length < 2 || (own === '' && query.to === undefined)) return null;
  return (
    <Chooser
      {...{ label: messages.toClient, kind: 'clients', chosen: query.to ?? own, names }}
      choose={(name) => choose({ to: name === own ? '' : name })}
    />
  );
}

function IfExists({ choice: { query, choose } }: { readonly choice: Choice }) {
  const messages = useMessages('restore');
  return (
    <label>
      {messages.ifExists}
      <select value={policyOf(query)} onChange={({ target }) => choose({ replace: target.value })}>
        {policies.map((policy) => (
          <option key={policy} value={policy}>
            {messages.replace[policy]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Without a folder the Director takes its own; without refs it brings back all that the point holds. */
function bodyOf(choice: Choice, point: Point, where: string, pluginOptions: string): Schemas['RestoreRunBody'] {
  const { query } = choice;
  const relocation = relocationOf(query);
  return {
    jobids: point.jobids,
    replace: policyOf(query),
    director: point.director,
    ...selectionOf(choice),
    ...(relocation === null ? (where === '' ? {} : { where }) : { relocation }),
    ...(query.to === undefined ? {} : { restoreClient: query.to }),
    ...(query.job === undefined ? {} : { restoreJob: query.job }),
    ...(query.storage === undefined ? {} : { storage: query.storage }),
    ...(pluginOptions === '' ? {} : { pluginOptions }),
  };
}
