import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type ConsoleAnswer } from '../../domain/console-command.js';
import { AppError } from '../../domain/error-codes.js';
import { type Conversing, DirectorConsole, type Reach, type Say } from '../console/director-console.js';
import { type Reply } from '../protocol/reply.js';
import { type Welcome } from '../protocol/handshake.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { jsonMode, textMode } from './bareos-mode.js';
import { type JsonAnswer, parseReply, sanitizeMessage } from './json-reply.js';

/** Sends one command on the connection that is lent, in JSON mode. A failure that the Director tells of is in the answer. */
export type Ask = (command: string) => Promise<JsonAnswer>;

/** Sends one command in text mode on the connection that is lent, which goes back to JSON mode; where that fails, it is closed. */
export type Tell = (command: string) => Promise<Reply>;

type Limits = Pick<Conversing, 'limitMs' | 'isLimitForEach' | 'lane' | 'maxBytes' | 'signal'>;

/** Commands to one Bareos Director, in JSON mode, or in text mode for what it tells in no other. */
export class BareosConsole {
  private readonly console: DirectorConsole;

  constructor(
    readonly settings: RemoteDirectorSettings,
    reach?: Reach,
  ) {
    this.console = new DirectorConsole(settings, () => jsonMode, reach);
  }

  json(command: string, limits: Limits = {}): Promise<JsonAnswer> {
    return this.converse(limits, (ask) => ask(command));
  }

  /** Several commands on one connection, as DirectorConsole.converse. */
  converse<T>(limits: Limits, work: (ask: Ask, welcome: Welcome, tell: Tell) => Promise<T>): Promise<T> {
    const { name } = this.settings;
    return this.console.converse(limits, (say, welcome) =>
      work(
        async (command) => answerIn(await say(command), command, name),
        welcome,
        (command) => inText(say, command, name),
      ),
    );
  }

  /** One command in text mode. */
  text(command: string, limits: Limits = {}): Promise<string> {
    return this.converse(limits, async (_ask, _welcome, tell) => (await tell(command)).text);
  }

  /** See DirectorConsole.askAlone. */
  askAlone(command: string): Promise<ConsoleAnswer> {
    return this.console.askAlone(command);
  }

  close(): Promise<void> {
    return this.console.close();
  }
}

/** What a reply in JSON mode means. Throws ProtocolError where it is none, and AppError where the console may not say this. */
export function answerIn(reply: Reply, command: string, director: string): JsonAnswer {
  rejectPrompt(reply, command, director);
  // Asked first: what is not permitted is told in a document too.
  if (isUnknown(reply)) throw notPermitted(director, verbOf(command));
  const answer = parseReply(reply.text);
  if (answer !== null) return answer;
  throw unreadable(director, `did not answer "${verbOf(command)}" with one JSON document`);
}

/** The result of an answer that tells of no failure; else the AppError with the Director's words, or with ours where it has none. */
export function resultOf(director: string, answer: JsonAnswer, otherwise: string): JsonAnswer['result'] {
  if (answer.failure === null) return answer.result;
  throw failed(director, answer.failure, otherwise);
}

export function failed(director: string, words: string, otherwise: string): AppError {
  if (words === '') return new AppError('director_error', otherwise);
  return new AppError('director_error', `Director ${director} answered: ${words}`, {
    reason: 'unexpected_reply',
    params: { director, words },
  });
}

/** For `catch`: what every answer of the console rests on and is not permitted is a fault of the Director's configuration. */
export function asFault(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_supported_by_director') throw error;
  const { reason, params } = error.extras;
  const why = { ...(reason ? { reason } : {}), ...(params ? { params } : {}) };
  throw new AppError('director_error', error.detail, { ...why, cause: error });
}

/** For `catch`: stands in for an answer that the Director cannot give or does not permit; any other failure goes on. */
export function unlessForbidden<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError && error.code === 'not_supported_by_director') return instead;
    throw error;
  };
}

async function inText(say: Say, command: string, director: string): Promise<Reply> {
  await change(say, textMode, director);
  const reply = await say(command);
  rejectPrompt(reply, command, director);
  await change(say, jsonMode, director);
  if (isUnknown(reply)) throw notPermitted(director, verbOf(command));
  return reply;
}

async function change(say: Say, mode: string, director: string): Promise<void> {
  const reply = await say(mode);
  if (reply.errorText !== '' && parseReply(reply.text) === null) {
    throw unreadable(director, `did not switch its reply format: ${sanitizeMessage(reply.errorText)}`);
  }
}

/** Neither mode asks questions in answer to what is sent here: one that is asked all the same was about something else. */
function rejectPrompt(reply: Reply, command: string, director: string): void {
  if (reply.prompted) throw unreadable(director, `asked a question instead of answering "${verbOf(command)}"`);
}

/** What a console may not say is answered as what no Director knows. */
function isUnknown(reply: Reply): boolean {
  return !reply.began && reply.errorText !== '';
}

/** `verb` may be several, parted by commas. */
export function notPermitted(director: string, verb: string): AppError {
  const detail = `Director ${director} does not know the command "${verb}" or does not allow this console to use it. Allow it in the console's Command ACL.`;
  return new AppError('not_supported_by_director', detail, {
    reason: 'command_not_permitted',
    params: { director, command: verb },
  });
}

function unreadable(director: string, what: string): ProtocolError {
  return new ProtocolError('protocol', `Director ${director} ${what}; the connection was closed.`, {
    outcomeUnknown: true,
  });
}

function verbOf(command: string): string {
  return command.split(' ', 1)[0] ?? command;
}
