import { type Schemas } from '../api/request';
import { useMessages } from '../i18n/messages';
import { duration } from './format';
import { State } from './state';

type ComparedRun = Pick<Schemas['JobProtection'], 'status' | 'countsAs'>;
export type ProtectionStatus = ComparedRun['status'];

/** The state by which it is colored: what was never backed up has the color of how it counts, and is never green. */
export function colorOf({ status, countsAs }: ComparedRun): string {
  if (status === 'ok' || status === 'warn' || status === 'crit') return status;
  return countsAs === 'warn' || countsAs === 'crit' ? countsAs : 'none';
}

/** The protection of one job. */
export function JobProtection({ of }: { readonly of: Schemas['JobProtection'] }) {
  const messages = useMessages('protection');
  const { status, warnSeconds, critSeconds } = of;
  const limits = messages.limits(duration(warnSeconds), duration(critSeconds));
  return (
    <span title={status === 'not_monitored' ? undefined : `${limits} (${messages.bases[of.basis]})`}>
      <State of={colorOf(of)} text={messages.states[status]} />
    </span>
  );
}

/** The protection of a client: its worst job, and of how many that is said. */
export function ClientProtection({ of }: { readonly of: Schemas['ClientProtection'] }) {
  const messages = useMessages('protection');
  const { status, jobs } = of;
  const monitored = jobs.ok + jobs.warn + jobs.crit + jobs.never + jobs.unknown;
  const part = status === 'not_monitored' ? 0 : jobs[status];
  return (
    <span>
      <State of={colorOf(of)} text={messages.states[status]} />
      {monitored > 1 && part < monitored && <span className="quiet"> ({messages.ofJobs(part, monitored)})</span>}
    </span>
  );
}
