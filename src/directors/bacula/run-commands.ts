import { type CatalogPort } from '../../domain/catalog.port.js';
import { type RunOrder, type StartedRun } from '../../domain/director.port.js';
import { Refusal } from '../../domain/errors.js';
import { everything } from '../../domain/scope.js';
import { refuseUnknownNames } from '../console/replies.js';
import { type DirectorConsole, directorError } from '../console/director-console.js';
import { localTimeText } from '../../platform/local-times.js';
import { queuedJobId } from '../console/queued-run.js';
import { commandOf } from '../protocol/command.js';
import { nameLists } from './parse/names.js';

const limitMs = 20_000;

/** Orders to run a configured job. */
export class RunOrders {
  constructor(
    private readonly console: DirectorConsole,
    private readonly catalog: CatalogPort,
  ) {}

  async start(order: RunOrder): Promise<StartedRun> {
    const { name: director, timezone } = this.console.settings;
    const command = runCommand(order, timezone);
    // On the connection of the order itself, so that the names are of the configuration that the order meets.
    const reply = await this.console.converse({ limitMs }, async (say) => {
      await refuseUnknownNames(director, order, nameLists(say));
      return say(command);
    });
    const jobId = queuedJobId(reply);
    if (jobId === null) throw directorError(director, reply);
    if (reply.prompted) await this.undo(jobId, director);
    return { jobId, uniqueName: await this.uniqueNameOf(jobId), job: order.job, level: order.level, director };
  }

  /** The Director asked back and then queued the job all the same: as something other than what was ordered. */
  private async undo(jobId: number, director: string): Promise<never> {
    await this.console.ask(
      commandOf('cancel', [
        ['jobid', jobId],
        ['yes', true],
      ]),
    );
    const detail = `Director ${director} did not accept the request as given; its configuration may have changed. Run ${jobId}, which it queued instead, was canceled. Try again.`;
    throw new Refusal('director_error', detail);
  }

  /** The order is taken whether or not the catalog can tell the name. */
  private async uniqueNameOf(jobId: number): Promise<string | null> {
    try {
      return (await this.catalog.findRun(everything, jobId))?.uniqueName ?? null;
    } catch {
      return null;
    }
  }
}

function runCommand(order: RunOrder, timezone: string): string {
  const { job, level, client, fileset, storage, pool, priority, when, mark } = order;
  return commandOf('run', [
    ['job', job],
    ['level', level === 'None' ? undefined : level],
    ['client', client],
    ['fileset', fileset],
    ['storage', storage],
    ['pool', pool],
    ['priority', priority],
    ['when', when && localTimeText(when, timezone)],
    ['comment', mark],
    ['yes', true],
  ]);
}
