import { type LoggerService, type DynamicModule, Module } from '@nestjs/common';
import { pino, type DestinationStream, type Logger, stdSerializers } from 'pino';
import { type LogLevel } from '../../config/settings.js';

/** The part of an API token that is random, and whatever looks like it; identifiers of ours have hyphens. */
const tokenShape = /[0-9A-Za-z]{36,}/g;

/** A text from outside as it may stand in a log: people paste tokens into addresses. */
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

/** Fields that hold a secret wherever they stand. */
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

/** One JSON line an entry on standard error, beside what start-up says to people on standard output. Never handed headers or bodies. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: '[hidden]' },
    serializers: { err: toldError },
  };
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }));
}

/** Members by which errors of the database carry what was to be stored: rows, and the values of a statement. */
const storedValues: ReadonlySet<string> = new Set(['parameters', 'detail', 'where', 'internalQuery']);

function toldError(error: Error): unknown {
  return withoutValues(stdSerializers.err(error));
}

function withoutValues(told: unknown): unknown {
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return told;
  const members = Object.entries(told).filter(([name]) => !storedValues.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutValues(value)]));
}

/** Nest's own messages in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    // Nest tells of every module and route at start; that is noise to an operator.
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
