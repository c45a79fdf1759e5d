import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { CallerStreams } from './caller-streams.js';
import { ConditionalInterceptor } from './conditional.interceptor.js';
import { Cursors } from './cursors.js';
import { InputInterceptor } from './input.interceptor.js';
import { InputPipe } from './input.pipe.js';
import { NextLinkInterceptor } from './next-link.interceptor.js';
import { ProblemFilter } from './problem.filter.js';

/** What every route shares: reading and checking input, ETags, problems, cursors. The guards are auth's. */
@Global()
@Module({
  providers: [
    Cursors,
    CallerStreams,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ConditionalInterceptor },
    // After the other one here, so that it sees the body before that one.
    { provide: APP_INTERCEPTOR, useClass: NextLinkInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
  ],
  exports: [Cursors, CallerStreams],
})
export class HttpPlatformModule {}
