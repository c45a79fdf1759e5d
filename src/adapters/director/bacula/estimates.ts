import { type Estimate, type EstimateOrder } from '../../../domain/director.port.js';
import { Refusal } from '../../../domain/refusals.js';
import { refuseUnknownNames } from '../console/checked-names.js';
import { type DirectorConsole, shortened } from '../console/director-console.js';
import { EstimateTurns } from '../estimate-turns.js';
import { commandOf } from '../wire/command.js';
import { type Reply } from '../wire/reply.js';
import { nameLists } from './name-list.js';

/** Thousands are parted by commas. */
const figures = /2000 OK estimate files=([\d,]+) bytes=([\d,]+)/;

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
    const { job, level, client, fileset } = order;
    const command = commandOf('estimate', [
      ['job', job],
      ['level', level],
      ['client', client],
      ['fileset', fileset],
    ]);
    return this.turns.take(job, signal, async ({ leftMs }) => {
      const reply = await this.ask(order, command, leftMs(), signal);
      const found = figuresIn(reply);
      if (found === null) throw this.failed(job, reply);
      return { ...found, level };
    });
  }

  private async ask(
    order: EstimateOrder,
    command: string,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Reply> {
    const { name } = this.console.settings;
    const { job, client, fileset } = order;
    try {
      return await this.console.converse({ lane: 'slow', limitMs, signal }, async (say) => {
        await refuseUnknownNames(name, { job, ...(client && { client }), ...(fileset && { fileset }) }, nameLists(say));
        return say(command);
      });
    } catch (error) {
      // The wire warns that the outcome is unknown; an estimate has none.
      if (!(error instanceof Refusal) || error.code !== 'director_too_slow') throw error;
      const seconds = Math.round(limitMs / 1000);
      const detail = `Director ${name} returned no estimate for ${job} within ${seconds} s: the client does not answer, or the fileset is very large. Nothing was changed.`;
      const params = { job, seconds };
      throw new Refusal('director_too_slow', detail, { reason: 'estimate_too_slow', params, cause: error });
    }
  }

  /** What version 15 says of a client that is down may be left over from something else, so the next step is told besides. */
  private failed(job: string, reply: Reply): Refusal {
    const words = shortened(reply.text.replaceAll(/\s+/g, ' ').trim()) || 'nothing.';
    const detail = `Director ${this.console.settings.name} returned no estimate for ${job}. It answered: ${words} Check that the client is running and reachable from the Director.`;
    return new Refusal('director_error', detail);
  }
}

/** null where the answer is none. */
function figuresIn(reply: Reply): { readonly files: number; readonly bytes: number } | null {
  if (reply.prompted || reply.errorText !== '') return null;
  const [, files, bytes] = figures.exec(reply.text) ?? [];
  const [fileCount, byteCount] = [files, bytes].map((text) => Number(text?.replaceAll(',', '') ?? Number.NaN));
  if (fileCount === undefined || byteCount === undefined) return null;
  return Number.isSafeInteger(fileCount) && Number.isSafeInteger(byteCount)
    ? { files: fileCount, bytes: byteCount }
    : null;
}
