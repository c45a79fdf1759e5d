import { type LoggerService, type DynamicModule, Module } from '@nestjs/common';
import { pino, type DestinationStream, type Logger, stdSerializers } from 'pino';
import { type LogLevel } from '../../config/settings.js';

/** The random part of an API token, and everything of the same form; our identifiers contain hyphens. */
const tokenShape = /[0-9A-Za-z]{36,}/g;

/** An external text in a form that is safe to log: people paste tokens into addresses. */
export function redactSecrets(text: string): string {
  return text.replaceAll(tokenShape, '[hidden]');
}

/** Injection token of the log: `@Inject(LOG) log: Logger`. */
export const LOG = Symbol('log');

@Module({})
export class LogModule {
  static of(log: Logger): DynamicModule {
    return { module: LogModule, global: true, providers: [{ provide: LOG, useValue: log }], exports: [LOG] };
  }
}

/** Fields that contain a secret at any depth. */
const secretPaths = [
  'password',
  'plaintext',
  'authorization',
  'cookie',
  'secret',
  'serviceKey',
  'signingSecrets',
  'url',
].map((name) => `*.${name}`);

/** One JSON line per entry on standard error; startup messages for people go to standard output. Never pass headers or bodies. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: '[hidden]' },
    serializers: { err: describeError },
  };
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }));
}

/** Members of database errors that contain values: rows, and the parameters of a statement. */
const storedValues: ReadonlySet<string> = new Set(['parameters', 'detail', 'where', 'internalQuery']);

function describeError(error: Error): unknown {
  return withoutValues(stdSerializers.err(error));
}

function withoutValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([name]) => !storedValues.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutValues(value)]));
}

/** Nest's own messages in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    // Nest logs every module and route at startup; that is noise to an operator.
    this.logger.debug({ details }, String(message));
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.logger.warn({ details }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.logger.debug({ details }, String(message));
  }
}
