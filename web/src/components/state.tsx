import { useMessages } from '../i18n/messages';

/** What color a state has; the sign says it without one. */
const looks: Readonly<Record<string, readonly [sign: string, look: Look]>> = {
  completed: ['✓', 'ok'],
  active: ['✓', 'ok'],
  ok: ['✓', 'ok'],
  // Without a color: green means protected.
  done: ['✓', 'off'],
  warning: ['!', 'warn'],
  warn: ['!', 'warn'],
  error: ['✕', 'bad'],
  crit: ['✕', 'bad'],
  running: ['▸', 'busy'],
  queued: ['…', 'busy'],
  waiting: ['…', 'warn'],
};

export type Look = 'ok' | 'warn' | 'bad' | 'busy' | 'off';

export function lookOf(state: string): Look {
  return looks[state]?.[1] ?? 'off';
}

interface StateProps {
  readonly of: string;
  /** In the place of the state's own word. */
  readonly text?: string;
}

/** A state: always a sign and its word, the color only beside them. */
export function State({ of, text }: StateProps) {
  const messages: Readonly<Record<string, string>> = useMessages('common').states;
  return (
    <span className="state" data-look={lookOf(of)}>
      <span aria-hidden="true">{looks[of]?.[0] ?? '–'}</span> {text ?? messages[of] ?? of}
    </span>
  );
}
