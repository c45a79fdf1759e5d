import { useMessages } from '../i18n/messages';
import { exact, hourOrDay, shortTime } from './format';
import { type Standing, deviceState } from './status-tone';
import { State } from './state';
import { useNow } from './use-now';
import { useZone } from './timezone';

interface ClientStandingProps {
  readonly of: {
    readonly enabled: boolean;
    readonly status: Standing;
    readonly pausedUntil: string | null;
    readonly ageSeconds: number;
    readonly warnSeconds: number;
    readonly critSeconds: number;
    readonly lastSuccessAt: string | null;
  };
  /** What the page calls each. */
  readonly names: Readonly<Record<Standing, string>>;
  /** Says until which minute it is muted; else until which hour or day, and the rest on hover. */
  readonly inFull?: boolean;
}

/** The state of a client by the age of its last good backup. A pause stands beside it and hides nothing. */
export function ClientStanding({ of, names, inFull = false }: ClientStandingProps) {
  const messages = useMessages('clientStatus');
  const now = useNow();
  const { enabled, pausedUntil, ageSeconds, lastSuccessAt } = of;
  if (!enabled) return <State of="disabled" text={messages.notInUse} />;
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now;
  // While it is paused, the API counts it as in order.
  const status = isPaused ? deviceState(ageSeconds, of) : of.status;
  return (
    <>
      {/* Not silent yet is nothing good where there never was a backup. */}
      <State of={status === 'ok' && lastSuccessAt === null ? 'none' : status} text={names[status]} />
      {isPaused && <Muted until={pausedUntil} inFull={inFull} />}
    </>
  );
}

interface MutedProps {
  readonly until: string;
  readonly inFull?: boolean;
}

/** Beside the state of a client whose alerts are muted. */
export function Muted({ until, inFull = false }: MutedProps) {
  const messages = useMessages('clientStatus');
  const zone = useZone();
  const short = inFull ? shortTime(until, zone) : hourOrDay(until, zone);
  return (
    <span title={messages.pausedUntil(exact(until, zone))}>
      {' '}
      <State of="paused" text={messages.pausedUntil(short)} />
    </span>
  );
}
