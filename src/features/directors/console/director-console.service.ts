import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { CallerLimit, type Capability, type Principal, type Scope } from '../../../domain/principal.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { checkCommand, type ConsoleAnswer, utf8Bytes } from '../../../domain/console-command.js';
import { invalidField, AppError } from '../../../domain/error-codes.js';
import { AuditedActions } from '../../audit/audited-actions.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { type ConsoleCommandAnswer, type ConsoleCommandBody } from './console.dto.js';

const mask = '[hidden]';

/** The hash in a Director's own form lets its owner log in. Cut at the end of an answer it is shorter. */
const hash = /\[md5\][0-9a-f]*/gi;
/** `Password = "…"`, `password=…`, `"password": "…"`; a quoted value may lack its end where an answer was cut. */
const named =
  /((?:password|passwd|passphrase|secret|pwd|key[ \t]?encryption[ \t]?key)["']?[ \t]*[=:][ \t]*)("[^"\n]*"?|'[^'\n]*'?|[^\s"']\S*)/gi;
const inAddress = /(:\/\/[^\s:/@]{1,100}:)[^\s@]{1,200}@/g;

/** A text of or for a Director as it may be shown and recorded. More is masked rather than less. */
export function maskedSecrets(text: string): string {
  return text.replace(hash, mask).replace(named, `$1${mask}`).replace(inAddress, `$1${mask}@`);
}

const number = '[0-9]{1,9}';
const plainName = '[A-Za-z0-9][A-Za-z0-9_.:-]{0,126}';
const name = `(?:${plainName}|"[A-Za-z0-9][A-Za-z0-9 _.:-]{0,126}")`;

/**
 * Commands that only read, compared literally, with the capability for their output. A Director accepts more spellings
 * (abbreviations, capitals, more arguments); those are not here, so that their effect need not be known.
 *
 * Missing on purpose: `messages`, which empties the queue of messages for all consoles; `list files`, names of files; `list
 * nextvol`, which may recycle a volume; `show` of resources with commands, addresses or passwords; `.sql` and `query`.
 */
export const readingCommands: Readonly<Record<string, Capability>> = {
  version: 'directors:read',
  time: 'directors:read',
  help: 'directors:read',
  '.help': 'directors:read',
  'status director': 'jobs:read',
  'status dir': 'jobs:read',
  'status client=<name>': 'jobs:read',
  'status storage=<name>': 'jobs:read',
  'status schedule': 'jobs:read',
  'status scheduler': 'jobs:read',
  'list jobs': 'jobs:read',
  'list jobs limit=<number>': 'jobs:read',
  'list jobs days=<number>': 'jobs:read',
  'list jobs job=<name> limit=<number>': 'jobs:read',
  'list jobs client=<name> limit=<number>': 'jobs:read',
  'list jobid=<number>': 'jobs:read',
  'llist jobid=<number>': 'jobs:read',
  'list joblog jobid=<number>': 'jobs:read',
  'list jobtotals': 'jobs:read',
  'list clients': 'directors:read',
  'llist clients': 'directors:read',
  'list pools': 'media:read',
  'llist pools': 'media:read',
  'list volumes': 'media:read',
  'list volumes pool=<name>': 'media:read',
  'llist volume=<name>': 'media:read',
  'show pools': 'media:read',
  'show pool=<name>': 'media:read',
  'show schedules': 'jobs:read',
  'show schedule=<name>': 'jobs:read',
  'show disabled': 'jobs:read',
};

const forms = Object.entries(readingCommands).map(([form, reads]) => ({ pattern: patternOf(form), reads }));

/** The capability for what this command shows; null where it is not one of those that only read. */
export function readBy(command: string): Capability | null {
  return forms.find(({ pattern }) => pattern.test(command))?.reads ?? null;
}

function patternOf(form: string): RegExp {
  const text = form
    .replaceAll('.', String.raw`\.`)
    .replaceAll('<name>', name)
    .replaceAll('<number>', number);
  return new RegExp(`^${text}$`);
}

const mostBytes = 4_096;
/** Of this process. A Director has 20 slots for consoles by default, which users and its pool need too. */
const mostAtOnce = 4;

/** Passes one command of a user to a Director. Those that only read go as they are; all others have to be confirmed. */
@Injectable()
export class DirectorConsoleService {
  private readonly perDirector = new Map<string, CallerLimit>();
  private open = 0;

  constructor(
    private readonly directors: Directors,
    private readonly audit: AuditRecorder,
    private readonly actions: AuditedActions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(
    principal: Principal,
    actor: Actor,
    name: string,
    { command, confirm }: ConsoleCommandBody,
  ): Promise<ConsoleCommandAnswer> {
    const entry = resolveDirector(this.directors, name);
    rejectUnfit(command);
    const reads = readBy(command);
    rejectForbidden(principal, reads ?? 'directors:console');
    await rejectUnsupported(entry, principal.scope);
    const shown = maskedSecrets(command);
    if (reads === null && confirm !== true) throw unconfirmed(name, shown);
    const leave = this.enter(principal, name);
    try {
      return await this.carryOut(entry, principal.scope, actor, { command, shown });
    } finally {
      leave();
    }
  }

  private async carryOut(
    { name, director }: DirectorEntry,
    scope: Scope,
    actor: Actor,
    { command, shown }: { readonly command: string; readonly shown: string },
  ): Promise<ConsoleCommandAnswer> {
    const record = { actor, target: `director:${name}`, changes: { command: { to: shown } } };
    // Before it is sent: a crash must not leave a command without a record.
    await this.unitOfWork.run((transaction) =>
      this.audit.record(transaction, { ...record, action: 'director.console.start' }),
    );
    const startMs = performance.now();
    const answer = await this.actions.perform(
      { ...record, action: 'director.console.end' },
      async () => rejectPrompt(name, await director.runCommand(scope, command)),
      ({ isTruncated }) => ({ truncated: { to: isTruncated } }),
    );
    return {
      director: name,
      command: shown,
      output: maskedSecrets(answer.output),
      truncated: answer.isTruncated,
      durationMs: Math.round(performance.now() - startMs),
    };
  }

  private enter(principal: Principal, name: string): () => void {
    let limit = this.perDirector.get(name);
    if (!limit) {
      const detail = `You already have a console command in progress at Director ${name}. Wait until it ends.`;
      limit = new CallerLimit(1, 'too_many_requests', detail);
      this.perDirector.set(name, limit);
    }
    const leave = limit.enter(principal);
    if (this.open >= mostAtOnce) {
      leave();
      const detail = `The console already runs ${mostAtOnce} console commands. Try again later.`;
      throw new AppError('too_many_requests', detail, { retryAfterSeconds: 5 });
    }
    this.open += 1;
    return () => {
      this.open -= 1;
      leave();
    };
  }
}

function rejectUnfit(command: string): void {
  checkCommand(command);
  if (utf8Bytes(command) > mostBytes) {
    throw invalidField('command', `command is longer than ${mostBytes} bytes.`, 'too_long');
  }
  if (!command.trimStart().startsWith('@')) return;
  throw invalidField('command', 'Commands that begin with @ belong to the program bconsole. A Director has none.');
}

function rejectForbidden({ capabilities, role }: Principal, needed: Capability): void {
  if (capabilities.has(needed)) return;
  const detail = `The role ${role} lacks ${needed}, which this command requires.`;
  throw new AppError('missing_capability', detail, { requiredCapability: needed });
}

/** Before anything is confirmed: what cannot be done is not confirmed either. */
async function rejectUnsupported({ name, director }: DirectorEntry, scope: Scope): Promise<void> {
  const { abilities } = await director.describe(scope);
  if (abilities.includes('console')) return;
  const params = { director: name, ability: 'console' };
  throw new AppError('not_supported_by_director', `Director ${name} has no console.`, {
    reason: 'unsupported',
    params,
  });
}

function unconfirmed(director: string, command: string): AppError {
  const detail = `This is not a read-only command: ${command}. To send it to Director ${director}, send confirm: true.`;
  return new AppError('confirmation_required', detail, {
    reason: 'command_not_confirmed',
    params: { director, command },
  });
}

/** What a Director does after a canceled question differs: some run a job with another client than the unknown one. */
function rejectPrompt(director: string, answer: ConsoleAnswer): ConsoleAnswer {
  if (answer.question === null) return answer;
  const detail = `Director ${director} asked a question, which the console canceled. Part of the command may have been executed: read the output. Then send the command with all its values.`;
  const members = { question: maskedSecrets(answer.question), output: maskedSecrets(answer.output) };
  throw new AppError('command_asks', detail, { members });
}
