import { type DynamicModule, Module } from '@nestjs/common';
import { type Logger } from 'pino';

/** Injection token of the log: `@Inject(LOG) log: Logger`. */
export const LOG = Symbol('log');

@Module({})
export class LogModule {
  static of(log: Logger): DynamicModule {
    return { module: LogModule, global: true, providers: [{ provide: LOG, useValue: log }], exports: [LOG] };
  }
}
