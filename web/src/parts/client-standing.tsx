import { useWords } from '../words/words';
import { clientStandingWords } from './client-standing.words';
import { exact, hourOrDay, shortTime } from './format';
import { type Standing, standingOf } from './standing';
import { State } from './state';
import { useNow } from './use-now';
import { useZone } from './zone';

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
  /** Says beside a pause what it hides; else that is told on hover. */
  readonly inFull?: boolean;
}

/** How a client's silence stands. That it is not in use, and then a pause, go before it: while they last it counts as in order. */
export function ClientStanding({ of, names, inFull = false }: ClientStandingProps) {
  const words = useWords(clientStandingWords);
  const zone = useZone();
  const now = useNow();
  const { enabled, status, pausedUntil, ageSeconds, lastSuccessAt } = of;
  if (!enabled) return <State of="disabled" text={words.notInUse} />;
  if (pausedUntil === null || Date.parse(pausedUntil) <= now) {
    // Not silent yet is nothing good where there never was a backup.
    return <State of={status === 'ok' && lastSuccessAt === null ? 'none' : status} text={names[status]} />;
  }
  const otherwise = words.otherwise(names[standingOf(ageSeconds, of)]);
  const short = inFull ? shortTime(pausedUntil, zone) : hourOrDay(pausedUntil, zone);
  return (
    <span
      className={inFull ? 'standing' : undefined}
      title={`${words.pausedUntil(exact(pausedUntil, zone))}\n${otherwise}`}
    >
      <State of="paused" text={words.pausedUntil(short)} />
      {inFull && <span className="quiet"> ({otherwise})</span>}
    </span>
  );
}
