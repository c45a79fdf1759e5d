import { AppError, type ErrorCode } from '../../domain/error-codes.js';

/**
 * Where talking to a Director failed: finding its address, an address that is refused, reaching its port, TLS, its first words, name and password, a command,
 * bytes that are no console protocol, a limit of time, our own giving up, or our own queue.
 */
export type WireStage =
  | 'name'
  | 'address'
  | 'connect'
  | 'tls'
  | 'greeting'
  | 'credentials'
  | 'command'
  | 'protocol'
  | 'timeout'
  | 'aborted'
  | 'queue';

/** Talking to a Director failed. The message is for people: it names the Director and what to do, never a password or its hash. */
export class ProtocolError extends Error {
  /** A command was sent and its outcome is not known: it must be looked up, never sent again. */
  readonly outcomeUnknown: boolean;

  constructor(
    readonly stage: WireStage,
    message: string,
    extras: { readonly outcomeUnknown?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: extras.cause });
    this.name = 'ProtocolError';
    this.outcomeUnknown = extras.outcomeUnknown ?? false;
  }
}

const codes: Readonly<Record<WireStage, ErrorCode>> = {
  name: 'director_unreachable',
  address: 'director_unreachable',
  connect: 'director_unreachable',
  tls: 'director_unreachable',
  greeting: 'director_unreachable',
  credentials: 'director_unreachable',
  command: 'director_unreachable',
  protocol: 'director_error',
  timeout: 'director_too_slow',
  aborted: 'director_unreachable',
  queue: 'director_too_slow',
};

/** The answer to the caller. An unknown outcome is always told as such, because its code says "look it up before repeating". */
export function toAppError(failure: ProtocolError): AppError {
  const code = failure.outcomeUnknown && failure.stage !== 'protocol' ? 'director_too_slow' : codes[failure.stage];
  const findStartedRun = failure.outcomeUnknown
    ? ' It is unknown whether the command was executed. Check before you repeat it.'
    : '';
  return new AppError(code, `${failure.message}${findStartedRun}`, { cause: failure });
}
