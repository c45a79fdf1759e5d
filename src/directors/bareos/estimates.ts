import { type Estimate, type EstimateOrder } from '../../domain/director.port.js';
import { refuseUnknownNames } from '../console/replies.js';
import { asLateEstimate, estimateCommand, figuresIn, noEstimate } from '../console/estimates.js';
import { EstimateTurns } from '../estimate-queue.js';
import { type Reply } from '../protocol/reply.js';
import { type BareosConsole } from './bareos-console.js';
import { listedNames } from './inventory.js';
import { shownWords } from './json-reply.js';

/** Estimates, made by the client's daemon as in a run. In text mode: as JSON a Director answers `{}`. */
export class Estimates {
  private readonly turns: EstimateTurns;

  constructor(private readonly console: BareosConsole) {
    this.turns = new EstimateTurns(console.settings.name);
  }

  estimate(order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    const { job, level } = order;
    const command = estimateCommand(order);
    return this.turns.take(job, signal, async ({ leftMs }) => {
      const reply = await this.ask(order, command, leftMs(), signal);
      const found = reply.errorText === '' ? figuresIn(reply.text) : null;
      if (found === null) throw noEstimate(this.console.settings.name, job, shownWords(reply.text));
      return { ...found, level };
    });
  }

  private ask(order: EstimateOrder, command: string, limitMs: number, signal: AbortSignal | undefined): Promise<Reply> {
    const { name } = this.console.settings;
    const { job, client, fileset } = order;
    const names = { job, ...(client && { client }), ...(fileset && { fileset }) };
    return this.console
      .converse({ lane: 'slow', limitMs, signal }, async (ask, _welcome, tell) => {
        await refuseUnknownNames(name, names, (kind) => listedNames(ask, name, kind));
        return tell(command);
      })
      .catch(asLateEstimate(name, job, limitMs));
  }
}
