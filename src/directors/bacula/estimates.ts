import { type Estimate, type EstimateOrder } from '../../domain/director.port.js';
import { refuseUnknownNames } from '../console/replies.js';
import { type DirectorConsole } from '../console/director-console.js';
import { asLateEstimate, estimateCommand, figuresIn, noEstimate } from '../console/estimates.js';
import { EstimateTurns } from '../estimate-queue.js';
import { type Reply } from '../protocol/reply.js';
import { nameLists } from './parse/names.js';

/** Estimates, made by the client's daemon as in a run; whether it compares names and times or times alone is the job's own setting. */
export class Estimates {
  private readonly turns: EstimateTurns;

  constructor(
    private readonly console: DirectorConsole,
    limitMs?: number,
  ) {
    this.turns = new EstimateTurns(console.settings.name, limitMs);
  }

  estimate(order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    const { job, level } = order;
    const command = estimateCommand(order);
    return this.turns.take(job, signal, async ({ leftMs }) => {
      const reply = await this.ask(order, command, leftMs(), signal);
      const found = reply.prompted || reply.errorText !== '' ? null : figuresIn(reply.text);
      if (found === null) throw noEstimate(this.console.settings.name, job, reply.text);
      return { ...found, level };
    });
  }

  private ask(order: EstimateOrder, command: string, limitMs: number, signal: AbortSignal | undefined): Promise<Reply> {
    const { name } = this.console.settings;
    const { job, client, fileset } = order;
    return this.console
      .converse({ lane: 'slow', limitMs, signal }, async (say) => {
        await refuseUnknownNames(name, { job, ...(client && { client }), ...(fileset && { fileset }) }, nameLists(say));
        return say(command);
      })
      .catch(asLateEstimate(name, job, limitMs));
  }
}
