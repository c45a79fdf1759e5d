import { Controller, Get } from '@nestjs/common';
import { AppError } from '../../domain/error-codes.js';
import { Public } from '../../http/access.decorators.js';
import { DatabaseProbe } from '../../database/database.module.js';

/** For process supervisors and load balancers; outside the API and without a credential. */
@Controller()
export class ProbesController {
  constructor(private readonly database: DatabaseProbe) {}

  /** The process lives. */
  @Get('healthz')
  @Public()
  isAlive(): { status: string } {
    return { status: 'ok' };
  }

  /** Requests can be served: the console's own database answers. */
  @Get('readyz')
  @Public()
  async isReady(): Promise<{ status: string }> {
    if (await this.database.answers()) return { status: 'ok' };
    throw new AppError('database_unavailable', "The console's own database does not answer.", { retryAfterSeconds: 2 });
  }
}
