import { type ProbeFinding } from '../../domain/director-connector.port.js';
import { directorTime, nameListCommands } from '../bareos/bareos-commands.js';
import { answerIn, type Ask } from '../bareos/bareos-console.js';
import { tellsStatusAsJson } from '../bareos/bareos-mode.js';
import { clockLead, observeClock } from '../bareos/director-clock.js';
import { listedNames } from '../bareos/inventory.js';
import { lackingCommands, permits, readCommands } from '../bareos/permissions.js';
import { type ConsoleLook, type ProbedConsole, zoneFinding, zoneUnseen } from './probe-findings.js';

/** Asks a Bareos Director for its jobs, for what it permits to this console, and for its time. */
export async function lookAtBareos(probed: ProbedConsole): Promise<ConsoleLook> {
  const { say, welcome, settings } = probed;
  const ask: Ask = async (command) => answerIn(await say(command), command, settings.name);
  const { failure } = await ask(nameListCommands.job[0]);
  if (failure !== null) {
    const detail = `The Director accepts the console but does not list its jobs. ${failure}`;
    const params = { words: failure };
    const commands = { stage: 'commands', status: 'failed', code: 'jobs_hidden', params, detail } as const;
    return { commands, timezone: zoneUnseen };
  }
  const permissions = {
    version: welcome.version,
    tellsStatus: tellsStatusAsJson(welcome),
    commands: await readCommands(ask),
  };
  const lacking = lackingCommands(permissions);
  const commands = {
    ...({ stage: 'commands', status: 'warn', code: 'commands_denied' } as const),
    params: { commands: lacking.join(', ') },
    detail: `The console may not use ${lacking.join(', ')}, and features that need these commands will not work. Allow them in the console's Command ACL.`,
  };
  const timezone = permits(permissions, directorTime) ? await zoneOf(ask, probed) : zoneUnseen;
  const clients = settings.staging === null ? null : await listedNames(ask, settings.name, 'client');
  return { commands: lacking.length === 0 ? null : commands, timezone, clients };
}

async function zoneOf(ask: Ask, probed: ProbedConsole): Promise<ProbeFinding> {
  const { timezone } = probed.settings;
  const lead = clockLead((await ask(directorTime)).result, timezone, probed.clock.now());
  if (lead === null) return zoneUnseen;
  const [wrong] = observeClock(lead, timezone);
  if (wrong === undefined) return zoneFinding(probed);
  const params = { timezone, ...wrong.params };
  return {
    stage: 'timezone',
    status: 'warn',
    code: 'timezone_mismatch',
    params,
    detail: `${wrong.message} ${wrong.hint ?? ''}`.trim(),
  };
}
