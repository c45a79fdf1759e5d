import { type ReactNode } from 'react';
import { duration, size } from '../../components/format';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { type Effects, type JobEffect } from './records';

/** Whether it takes backups away: volumes expire sooner, or a storage with runs is moved or removed. */
export function hasLoss({ pools, storages }: Effects): boolean {
  return pools.length + storages.length > 0;
}

/** What a change would do, in sentences; what takes backups away comes first. */
export function EffectList({ of }: { readonly of: Effects }) {
  const messages = useMessages('configurationChange');
  const lines = [
    ...of.pools.map((pool) => <PoolEffect key={`pool ${pool.pool}`} of={pool} />),
    ...of.storages.map((storage) => <StorageEffect key={`storage ${storage.storage}`} of={storage} />),
    ...of.jobs.map((job) => <JobLine key={`job ${job.job}`} of={job} />),
    ...of.runs.map(({ jobId, job, effect }) => <li key={`run ${jobId}`}>{messages.runEffects[effect](jobId, job)}</li>),
    ...of.names.map((one) => <NameEffect key={`name ${one.kind} ${one.id ?? one.label} ${one.name}`} of={one} />),
  ];
  if (lines.length === 0) return <p className="quiet">{messages.noEffects}</p>;
  return (
    <ul className="setup-effects" aria-label={messages.effects}>
      {lines}
    </ul>
  );
}

function NameEffect({ of: { kind, label, name, isCarried } }: { readonly of: Effects['names'][number] }) {
  const messages = useMessages('configurationChange');
  if (isCarried) return <li>{messages.carried(messages.nameKinds[kind], label)}</li>;
  const left = messages.notCarried[kind === 'incident' || kind === 'receiver_incident' ? kind : 'saved_filter'];
  return (
    <li>
      <State of="warn" text={left(label, name)} />
    </li>
  );
}

function PoolEffect({ of }: { readonly of: Effects['pools'][number] }) {
  const messages = useMessages('configurationChange');
  const { retentionBefore, retentionAfter, pool, volumes, bytes, runs } = of;
  const span = (seconds: number | null) => (seconds === null ? messages.forever : duration(seconds));
  const text =
    retentionBefore === retentionAfter
      ? messages.fewerKept(pool)
      : messages.sooner(pool, span(retentionBefore), span(retentionAfter));
  return (
    <li>
      <State of="crit" text={text} /> {messages.concerned(volumes, runs, size(bytes))}
    </li>
  );
}

function StorageEffect({ of }: { readonly of: Effects['storages'][number] }) {
  const messages = useMessages('configurationChange');
  const { storage, change, volumes, bytes, runs } = of;
  return (
    <li>
      <State of="crit" text={messages.storageEffects[change](storage)} />{' '}
      {messages.concerned(volumes, runs, size(bytes))}
    </li>
  );
}

function JobLine({ of }: { readonly of: JobEffect }) {
  const messages = useMessages('configurationChange');
  const { labels } = useMessages('configurationFields');
  const names: Readonly<Record<string, string>> = labels;
  const { job, previousName, change, settings, nextRunIsFull } = of;
  const renamed = previousName !== null && previousName !== job;
  const nameOf = (field: string) => names[`job.${field}`] ?? names[field] ?? field;
  return (
    <li>
      {renamed ? messages.jobRenamed(previousName, job) : messages.jobEffects[change](job)}
      {change === 'changed' &&
        settings.map(({ field, from, to }) => (
          <span key={field}> {messages.setting(nameOf(field), from ?? '–', to ?? '–')}</span>
        ))}
      {nextRunIsFull && <> {messages.nextIsFull}</>}
      <Starts of={of} />
    </li>
  );
}

function Starts({ of: { change, startsBefore, startsAfter } }: { readonly of: JobEffect }): ReactNode {
  const messages = useMessages('configurationChange');
  const [before, after] = [startsBefore[0], startsAfter[0]];
  if (change === 'removed' || before === after) return null;
  if (after === undefined) return <> {messages.noMoreStarts}</>;
  return (
    <>
      {' '}
      {messages.nextStart} <Time at={after} as="day" />
    </>
  );
}
