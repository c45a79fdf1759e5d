import { Link } from '@tanstack/react-router';
import { type Run } from '../../api/stream';
import { duration, exact, size } from '../../components/format';
import { isUnfinished } from '../../components/run-status';
import { State } from '../../components/state';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';

type WaitingFor = NonNullable<Run['waitingFor']>;

/** What a run waits for, and the one place to do something about it. */
export function Waiting({ run, of }: { readonly run: Run; readonly of: WaitingFor }) {
  const { reason, step } = useMessages('waiting');
  return (
    <div className="note" data-look="warn">
      <p>
        <strong>
          {of.kind === 'time' && run.scheduledAt !== null ? <StartsAt at={run.scheduledAt} /> : reason(of)}
        </strong>
      </p>
      <p>
        {step(of)} <Step run={run} kind={of.kind} />
      </p>
    </div>
  );
}

function StartsAt({ at }: { readonly at: string }) {
  const { startsAt } = useMessages('run');
  const zone = useZone();
  return startsAt(exact(at, zone));
}

const notOver = 'queued,running,waiting';

function Step({ run, kind }: { readonly run: Run; readonly kind: WaitingFor['kind'] }) {
  const { steps } = useMessages('run');
  const { client, job } = run;
  switch (kind) {
    case 'media':
      return <a href="#/storage/volumes">{steps.media}</a>;
    case 'device':
    case 'storage':
      return <a href="#/storage/devices">{steps[kind]}</a>;
    case 'slot':
    case 'priority':
      return (
        <Link to="/runs" search={{ status: notOver }}>
          {steps[kind]}
        </Link>
      );
    case 'client':
      return client === null ? null : (
        <Link to="/runs" search={{ status: notOver, client }}>
          {steps.client}
        </Link>
      );
    case 'time':
      return (
        <Link to="/jobs/$name" params={{ name: job }}>
          {steps.time}
        </Link>
      );
    default:
      return null;
  }
}

/** That somebody asked for its end: a Director may take half a minute until the run shows it. */
export function CancelRequested({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  const zone = useZone();
  if (run.cancelRequestedAt === undefined) return null;
  return <span title={exact(run.cancelRequestedAt, zone)}> · {messages.cancelRequested}</span>;
}

interface DiagnosisProps {
  readonly of: NonNullable<Run['diagnosis']>;
  readonly status: Run['status'];
}

export function Diagnosis({ of, status }: DiagnosisProps) {
  const messages = useMessages('run');
  const { cause, nextStep } = useMessages('diagnosis');
  return (
    <dl className="fault diagnosis" data-look={status === 'warning' ? 'warn' : undefined}>
      <dt>{messages.cause}</dt>
      <dd>
        <strong>{cause(of)}</strong> {of.path !== undefined && <code>{of.path}</code>}
      </dd>
      <dt>{messages.nextStep}</dt>
      <dd>{nextStep(of)}</dd>
      {of.logLine !== '' && (
        <>
          <dt>{messages.readFrom}</dt>
          <dd>
            <code>{of.logLine}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

/** In what it is far from usual. */
export function Outliers({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  const slow = isUnfinished(run) ? messages.outlierSlowYet : messages.outlierSlow;
  return run.outliers?.map(({ kind, value, usual }) => (
    <p key={kind} className="trouble">
      <State
        of="warning"
        text={
          kind === 'slow' ? slow(duration(value), duration(usual)) : messages.outlierSmall(size(value), size(usual))
        }
      />
    </p>
  ));
}
