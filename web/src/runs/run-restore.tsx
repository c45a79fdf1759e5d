import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Run } from '../api/stream';
import { count } from '../parts/format';
import { isUnfinished } from '../parts/run-status';
import { useWords } from '../words/words';
import { restoreRunWords } from './run-restore.words';

export type RestoreOfRun = NonNullable<Run['restore']>;

interface RunRestoreProps {
  readonly run: Run;
  readonly of: RestoreOfRun;
}

/** Where a restore wrote, how much of what was chosen came back, and the way back to the same selection. */
export function RunRestore({ run, of }: RunRestoreProps) {
  const words = useWords(restoreRunWords);
  const { where, restoreClient, replace } = of;
  const client = restoreClient ?? run.client;
  return (
    <section className="restored" aria-label={words.title}>
      <p>
        <strong>{isUnfinished(run) ? words.restoring : amountOf(words, of)}</strong>
        {where !== null && (
          <>
            {' '}
            {words.to} <code>{client === null ? where : `${client}:${where}`}</code>
          </>
        )}
        {replace !== null && `, ${words.replace(words.policies[replace])}`}
        <From of={of} />.
      </p>
      <Selection run={run} of={of} />
    </section>
  );
}

type Words = (typeof restoreRunWords)['en'];

function amountOf(words: Words, { chosen, restored, skipped, failed, replace }: RestoreOfRun): string {
  if (restored === null) return chosen === null ? words.unknown : words.unknownOf(count(chosen));
  const parts = [
    chosen === null ? words.restored(count(restored)) : words.restoredOf(count(restored), count(chosen)),
    ...((skipped ?? 0) > 0 ? [words.skipped(count(skipped ?? 0), words.reasons[replace ?? 'never'])] : []),
    ...((failed ?? 0) > 0 ? [words.failed(count(failed ?? 0))] : []),
  ];
  return parts.join(', ');
}

/** The runs that it was restored from: the newest, which made the restore point, and how many others. */
function From({ of: { jobids } }: { readonly of: RestoreOfRun }): ReactNode {
  const words = useWords(restoreRunWords);
  const newest = jobids?.at(-1);
  if (jobids === null || newest === undefined) return null;
  return (
    <>
      , {words.from}{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(newest) }}>
        {words.run(newest)}
      </Link>
      {jobids.length > 1 && ` ${words.andRuns(jobids.length - 1)}`}
    </>
  );
}

/** The basket as it was; without refs, which a long selection does not keep, the point alone. */
function Selection({ run, of }: RunRestoreProps): ReactNode {
  const words = useWords(restoreRunWords);
  const { jobids, sourceClient, filesets, refs, where, replace, restoreClient } = of;
  const point = jobids?.at(-1);
  if (point === undefined || sourceClient === null) return null;
  const items = refs === undefined ? undefined : refs.length === 0 ? '*' : refs.join(',');
  const search = {
    ...{ by: 'time', client: sourceClient, point: String(point) },
    ...(items === undefined ? {} : { items }),
    ...((filesets?.length ?? 1) > 1 ? { whole: '1' } : {}),
    ...(where === null ? {} : { where }),
    ...(replace === null || replace === 'ifolder' ? {} : { replace }),
    ...(restoreClient === null || restoreClient === sourceClient ? {} : { to: restoreClient }),
  };
  return (
    <p>
      <Link to="/restore" search={search}>
        {items === undefined ? words.samePoint : words.sameSelection}
      </Link>
      {items === undefined && isLong(run) && <span className="quiet"> {words.notStored}</span>}
    </p>
  );
}

/** A selection was made here, but it had more in it than is stored. */
function isLong({ triggeredBy: { kind } }: Run): boolean {
  return kind === 'session' || kind === 'token';
}
