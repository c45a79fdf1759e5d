import { Body, Controller, HttpCode, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { AppError } from '../../domain/error-codes.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { clocksAgree, ClockTrust } from './clock-trust.repository.js';
import { ConfirmClockBody } from './clock.dto.js';

@ApiTags('monitoring')
@Controller('admin/clock')
export class ClockController {
  constructor(
    private readonly trust: ClockTrust,
    private readonly clock: Clock,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Confirm the clock
   * @remarks Confirms that the console's clock is right, so that it deletes data by age again. Returns 409 if the given
   * time is different.
   */
  @Put()
  @HttpCode(204)
  @Requires('directors:manage')
  @ApiNoContentResponse({ description: 'The clock is confirmed.' })
  @ApiProblems(400, 409, 413, 415)
  async confirmClock(@CurrentActor() actor: Actor, @Body() { time }: ConfirmClockBody): Promise<void> {
    const now = this.clock.now();
    if (!clocksAgree(time, now)) {
      const detail = `The console's clock shows ${now.toISOString()}, more than an hour from ${time.toISOString()}. Set the clock of the console's machine first.`;
      throw new AppError('conflict', detail);
    }
    await this.unitOfWork.run(async (transaction) => {
      const since = await this.trust.doubtSince();
      await this.trust.believe(transaction, now);
      const changes = { believedAt: { from: since?.toISOString() ?? null, to: now.toISOString() } };
      await this.audit.record(transaction, { actor, action: 'clock.confirm', target: 'clock:console', changes });
    });
  }
}
