import { AppError, type ErrorCode } from '../../domain/error-codes.js';

/**
 * Where a connection to a Director failed: name resolution, a rejected address, the port, TLS, the hello, name and password, a
 * command, bytes that violate the protocol, a timeout, our own abort, or our own queue.
 */
export type ProtocolStage =
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
  /** A command was sent and its outcome is unknown: it must be looked up, never sent again. */
  readonly outcomeUnknown: boolean;

  constructor(
    readonly stage: ProtocolStage,
    message: string,
    extras: { readonly outcomeUnknown?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: extras.cause });
    this.name = 'ProtocolError';
    this.outcomeUnknown = extras.outcomeUnknown ?? false;
  }
}

const codes: Readonly<Record<ProtocolStage, ErrorCode>> = {
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

/** The error for the caller. An unknown outcome is always reported as such, because its code means "look it up before repeating". */
export function toAppError(failure: ProtocolError): AppError {
  const code = failure.outcomeUnknown && failure.stage !== 'protocol' ? 'director_too_slow' : codes[failure.stage];
  const findStartedRun = failure.outcomeUnknown
    ? ' It is unknown whether the command was executed. Check before you repeat it.'
    : '';
  return new AppError(code, `${failure.message}${findStartedRun}`, { cause: failure });
}
