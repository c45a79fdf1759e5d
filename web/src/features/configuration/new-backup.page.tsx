import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useAskBeforeLeaving } from '../../components/ask-before-leaving';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { Field, Tick } from '../../components/labeled-field';
import { Denied } from '../../components/no-permission';
import { Shown, Skeleton } from '../../components/query-content';
import { Title } from '../../components/title';
import { type Started, useRunOrder } from '../../components/use-start-run';
import { useMessages } from '../../i18n/messages';
import { Review, UndoApplied } from './change-review';
import './configuration.css';
import { ConfigurationNote, useReadOnly } from './configuration-tabs';
import { type Change, type ListedResource } from './records';
import { withTyped } from './folder-selection';
import { KeepSection } from './keep-section';
import { type Existing, operationsOfPlan, type Plan, retentionOf, suggestedName, usualRhythm } from './plan';
import { useRetentionText } from './retention-text';
import { useStartLines } from './starts-in-words';
import { useDrafting } from './use-change';
import { useConfiguredDirector, useResources } from './use-configuration';
import { WhatSection } from './what-section';
import { plannedStarts, WhenSection } from './when-section';
import { WhereSection } from './where-section';
import { type PartProps, WizardSection } from './wizard-section';

/** A backup from nothing: what, where to, when, how long; everything but the first has an answer already. */
export function NewBackupPage() {
  const messages = useMessages('newBackup');
  const director = useConfiguredDirector();
  return (
    <>
      <Title above={<Link to="/jobs">{messages.jobs}</Link>}>{messages.title}</Title>
      <ConfigurationNote director={director} />
      {director === null ? <Skeleton rows={6} /> : <WithExisting key={director} director={director} />}
    </>
  );
}

/** The questions depend on what there is already. */
function WithExisting({ director }: { readonly director: string }) {
  const clients = useResources(director, 'client');
  const storages = useResources(director, 'storage');
  const pools = useResources(director, 'pool');
  const filesets = useResources(director, 'fileset');
  const schedules = useResources(director, 'schedule');
  const jobs = useResources(director, 'job');
  const all = [clients, storages, pools, filesets, schedules, jobs];
  const missing = all.find(({ data }) => data === undefined) ?? jobs;
  const of = ({ data }: typeof jobs): readonly ListedResource[] => data?.items ?? [];
  return (
    <Shown of={missing} rows={6}>
      {() => (
        <Wizard
          director={director}
          known={{
            clients: of(clients),
            storages: of(storages),
            pools: of(pools),
            filesets: of(filesets),
            schedules: of(schedules),
            jobs: of(jobs),
          }}
        />
      )}
    </Shown>
  );
}

function firstPlan({ clients, storages, pools }: Existing): Plan {
  const [pool] = pools;
  return {
    selection: { include: [], exclude: [] },
    presets: ['caches', 'trash'],
    patterns: [],
    markerFiles: [],
    oneFilesystem: true,
    client: clients[0]?.name ?? 'local',
    storage: storages[0]?.name ?? null,
    folder: '',
    schedule: null,
    rhythm: usualRhythm,
    kept: pool ? retentionOf(pool) : { retention: '30 days', keep: {} },
    name: '',
  };
}

interface WizardProps {
  readonly director: string;
  readonly known: Existing;
}

function Wizard({ director, known }: WizardProps) {
  const messages = useMessages('newBackup');
  const [first] = useState(() => firstPlan(known));
  const [plan, setPlan] = useState(first);
  const [typed, setTyped] = useState('');
  const [runsNow, setRunsNow] = useState(true);
  const [isEmpty, setEmpty] = useState(false);
  const { action, draft, propose, discard } = useDrafting(director);
  const done = useDone(director);
  const mayRun = usePermissionError('jobs:run') === null;
  const names = useNewNames(plan, known);
  const name = plan.name.trim() || suggestedName(plan.selection, known);
  const isRun = runsNow && mayRun;
  useAskBeforeLeaving(plan !== first && draft === null && done.applied === null, messages.leave);
  if (done.applied) return <Done of={done} {...done.applied} />;
  const set = (changes: Partial<Plan>) => {
    setEmpty(false);
    setPlan((old) => ({ ...old, ...changes }));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const selection = withTyped(plan.selection, typed);
    if (selection !== plan.selection) set({ selection });
    setTyped('');
    setEmpty(selection.include.length === 0);
    if (selection.include.length === 0) return;
    propose(operationsOfPlan({ ...plan, selection, name: plan.name.trim() }, known, names));
  };
  const part = { director, plan, set, known };
  return (
    <>
      {draft && (
        <Review
          {...{ draft, title: messages.reviewOf(name), onKept: discard }}
          label={isRun ? messages.applyAndRun : messages.apply}
          onApplied={(change) => done.enter({ change, name }, isRun)}
        />
      )}
      {/* Who goes back finds the folders open that were open. */}
      <form className="setup-wizard" hidden={draft !== null} onSubmit={submit}>
        <WhatSection {...part} {...{ typed, setTyped }} />
        <WhereSection {...part} />
        <WhenSection {...part} />
        <KeepSection {...part} starts={plannedStarts(plan, known)} />
        <NameSection {...part} {...{ suggested: suggestedName(plan.selection, known), runsNow, setRunsNow }} />
        <ReviewBar {...{ director, isEmpty }} busy={action.busy} />
        <ErrorMessage problem={action.problem} />
      </form>
    </>
  );
}

/** Names of a new schedule and a new pool, made from their settings in words. */
function useNewNames(plan: Plan, known: Existing) {
  const messages = useMessages('newBackup');
  const lines = useStartLines();
  const textOf = useRetentionText();
  const [first = messages.newSchedule] = lines(plannedStarts(plan, known).slice(-1));
  const ruled = Object.keys(plan.kept.keep).length > 0;
  const kept = textOf(plan.kept.retention);
  const plain = (text: string) =>
    text
      .replaceAll(',', '')
      .replace(/^\w+: /, '')
      .slice(0, 60);
  return { schedule: plain(first), pool: plain(ruled ? messages.poolByRules(kept) : kept) };
}

interface NameProps extends PartProps<Plan> {
  readonly known: Existing;
  readonly suggested: string;
  readonly runsNow: boolean;
  readonly setRunsNow: (runsNow: boolean) => void;
}

function NameSection({ plan: { name, client }, set, known, suggested, runsNow, setRunsNow }: NameProps) {
  const messages = useMessages('newBackup');
  const why = usePermissionError('jobs:run');
  return (
    <WizardSection number={5} title={messages.naming}>
      <div className="row wrap">
        <Field
          {...{ label: messages.name, value: name, placeholder: suggested, maxLength: 120 }}
          {...{ pattern: '[^,]*', title: messages.noCommas }}
          onChange={({ target }) => set({ name: target.value })}
        />
        {known.clients.length > 1 && (
          <label>
            {messages.client}
            <select value={client} onChange={({ target }) => set({ client: target.value })}>
              {known.clients.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Tick
        {...{ label: messages.runNow, checked: runsNow && why === null, disabled: why !== null, hint: why }}
        onChange={() => setRunsNow(!runsNow)}
      />
    </WizardSection>
  );
}

/** In view wherever one is: all questions but the first have an answer. */
function ReviewBar({
  director,
  isEmpty,
  busy,
}: {
  readonly director: string;
  readonly isEmpty: boolean;
  readonly busy: boolean;
}) {
  const messages = useMessages('newBackup');
  const why = useReadOnly(director);
  return (
    <div className="setup-bar">
      <Denied id="no-review" why={why} />
      <p role="alert">{isEmpty && messages.nothingChosen}</p>
      <button
        className="primary"
        disabled={why !== null}
        aria-disabled={busy}
        aria-describedby={why === null ? undefined : 'no-review'}
      >
        {messages.review}
      </button>
      <AsCurl
        method="POST"
        path="/configuration/changes"
        body={{ director, operations: [{ op: 'add', type: 'job', name: '…', value: {} }] }}
      />
    </div>
  );
}

interface Applied {
  readonly change: Change;
  /** Of the new job. */
  readonly name: string;
}

/** What came of it: the change that was applied, and the run that was started. */
function useDone(director: string) {
  const { action, place } = useRunOrder();
  const [applied, setApplied] = useState<Applied | null>(null);
  const [run, setRun] = useState<Started | null>(null);
  const start = (job: string) =>
    place(
      { job, director },
      (body, key) => {
        const params = { header: { 'Idempotency-Key': key } };
        return ask((api) => api.POST('/api/v1/operations/jobs/run', { body, params }));
      },
      setRun,
    );
  const enter = (one: Applied, isRun: boolean) => {
    setApplied(one);
    if (isRun) start(one.name);
  };
  return { applied, run, enter, start, action };
}

interface DoneProps extends Applied {
  readonly of: ReturnType<typeof useDone>;
}

function Done({ name, change, of: { run, start, action } }: DoneProps) {
  const messages = useMessages('newBackup');
  const [isUndone, setUndone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        {isUndone ? messages.undone(name) : messages.done(name)}
      </h2>
      <UndoApplied of={change} onUndone={() => setUndone(true)} />
      <AsCurl method="POST" path="/operations/jobs/run" body={{ job: name, director: change.director }} />
      <p role="status">
        {action.busy && messages.starting}
        {run && (
          <>
            {messages.started}{' '}
            <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }}>
              {messages.toRun(run.jobId)}
            </Link>
          </>
        )}
      </p>
      {action.problem && !isUndone && (
        <button type="button" aria-disabled={action.busy} onClick={() => start(name)}>
          {messages.runAgain}
        </button>
      )}
      <ErrorMessage problem={action.problem} />
      <ul className="choices">
        {!isUndone && (
          <li>
            <Link className="button" to="/jobs/$name" params={{ name }}>
              {messages.toJob}
            </Link>
          </li>
        )}
        <li>
          <Link className="button" to="/">
            {messages.toOverview}
          </Link>
        </li>
      </ul>
    </section>
  );
}
