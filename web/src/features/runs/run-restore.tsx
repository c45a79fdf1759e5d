import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Run } from '../../api/stream';
import { count } from '../../components/format';
import { isUnfinished } from '../../components/run-status';
import { type Messages, useMessages } from '../../i18n/messages';

export type RestoreOfRun = NonNullable<Run['restore']>;

interface RunRestoreProps {
  readonly run: Run;
  readonly of: RestoreOfRun;
}

/** Where a restore wrote, how much of what was chosen came back, and the way back to the same selection. */
export function RunRestore({ run, of }: RunRestoreProps) {
  const messages = useMessages('runRestore');
  const { where, relocation, restoreClient, replace } = of;
  const client = restoreClient ?? run.client;
  return (
    <section className="restored" aria-label={messages.title}>
      <p>
        <strong>{isUnfinished(run) ? messages.restoring : amountOf(messages, of)}</strong>
        {where !== null && (
          <>
            {' '}
            {messages.to} <code>{client === null ? where : `${client}:${where}`}</code>
          </>
        )}
        {relocation !== null && (
          <>
            {' '}
            {messages.relocated} <code>{relocationText(relocation)}</code>
          </>
        )}
        {replace !== null && `, ${messages.replace(messages.policies[replace])}`}
        <From of={of} />.
      </p>
      <Selection run={run} of={of} />
    </section>
  );
}

/** In the words of the API. */
function relocationText(relocation: NonNullable<RestoreOfRun['relocation']>): string {
  const given = Object.entries(relocation).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name}=${value ?? ''}`).join(' ');
}

function amountOf(messages: Messages['runRestore'], of: RestoreOfRun): string {
  const { chosen, restored, replace } = of;
  if (restored === null) return chosen === null ? messages.unknown : messages.unknownOf(count(chosen));
  const [skipped, failed] = [of.skipped ?? 0, of.failed ?? 0];
  const parts = [
    chosen === null ? messages.restored(count(restored)) : messages.restoredOf(count(restored), count(chosen)),
  ];
  if (skipped > 0) parts.push(messages.skipped(count(skipped), messages.reasons[replace ?? 'never']));
  if (failed > 0) parts.push(messages.failed(count(failed)));
  return parts.join(', ');
}

/** The runs that it was restored from: the newest, which made the restore point, and how many others. */
function From({ of: { jobids } }: { readonly of: RestoreOfRun }): ReactNode {
  const messages = useMessages('runRestore');
  const newest = jobids?.at(-1);
  if (jobids === null || newest === undefined) return null;
  return (
    <>
      , {messages.from}{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(newest) }}>
        {messages.run(newest)}
      </Link>
      {jobids.length > 1 && ` ${messages.andRuns(jobids.length - 1)}`}
    </>
  );
}

/** The basket as it was; without refs, which a long selection does not keep, the point alone. */
function Selection({ run, of }: RunRestoreProps): ReactNode {
  const messages = useMessages('runRestore');
  const point = of.jobids?.at(-1);
  if (point === undefined || of.sourceClient === null) return null;
  const items = itemsOf(of);
  const search = {
    by: 'time',
    client: of.sourceClient,
    point: String(point),
    ...(items === undefined ? {} : { items }),
    ...((of.filesets?.length ?? 1) > 1 ? { whole: '1' } : {}),
    ...placeOf(of),
  };
  return (
    <p>
      <Link to="/restore" search={search}>
        {items === undefined ? messages.samePoint : messages.sameSelection}
      </Link>
      {items === undefined && isLong(run) && <span className="quiet"> {messages.notStored}</span>}
    </p>
  );
}

/** As the address of the page has it. */
function itemsOf({ refs }: RestoreOfRun): string | undefined {
  return refs?.length === 0 ? '*' : refs?.join(',');
}

/** Where it went, and how. */
function placeOf({ where, relocation, replace, restoreClient, sourceClient }: RestoreOfRun) {
  return {
    ...(relocation === null ? {} : relocationInAddress(relocation)),
    ...(where === null ? {} : { where }),
    ...(replace === null || replace === 'ifolder' ? {} : { replace }),
    ...(restoreClient === null || restoreClient === sourceClient ? {} : { to: restoreClient }),
  };
}

function relocationInAddress({ stripPrefix, addPrefix, addSuffix, regex }: NonNullable<RestoreOfRun['relocation']>) {
  return {
    relocate: regex === null ? 'parts' : 'regex',
    ...(stripPrefix === null ? {} : { strip: stripPrefix }),
    ...(addPrefix === null ? {} : { prefix: addPrefix }),
    ...(addSuffix === null ? {} : { suffix: addSuffix }),
    ...(regex === null ? {} : { regex }),
  };
}

/** A selection was made here, but it had more in it than is stored. */
function isLong({ triggeredBy: { kind } }: Run): boolean {
  return kind === 'session' || kind === 'token';
}
