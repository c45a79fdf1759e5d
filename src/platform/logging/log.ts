import { type LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { type LogLevel } from '../config/settings.js';

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
  };
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }));
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
