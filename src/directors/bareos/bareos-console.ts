import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import { type ConsoleAnswer } from '../../domain/console-command.js';
import { AppError } from '../../domain/error-codes.js';
import { type Conversing, DirectorConsole, type ConsoleTarget, type Send } from '../console/director-console.js';
import { type Reply } from '../protocol/reply.js';
import { type Welcome } from '../protocol/handshake.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { jsonMode, textMode } from './bareos-mode.js';
import { type JsonAnswer, parseReply, sanitizeMessage } from './json-reply.js';

/** Sends one command on the borrowed connection, in JSON mode. An error of the Director is in the answer. */
export type SendJson = (command: string) => Promise<JsonAnswer>;

/** Sends one command in text mode on the connection that is lent, which goes back to JSON mode; where that fails, it is closed. */
export type SendText = (command: string) => Promise<Reply>;

type Limits = Pick<Conversing, 'limitMs' | 'isLimitForEach' | 'lane' | 'maxBytes' | 'signal'>;

/** Commands to one Bareos Director, in JSON mode, or in text mode if JSON lacks the data. */
export class BareosConsole {
  private readonly console: DirectorConsole;

  constructor(
    readonly settings: RemoteDirectorSettings,
    reach?: ConsoleTarget,
  ) {
    this.console = new DirectorConsole(settings, () => jsonMode, reach);
  }

  json(command: string, limits: Limits = {}): Promise<JsonAnswer> {
    return this.converse(limits, (sendJson) => sendJson(command));
  }

  /** Several commands on one connection, as DirectorConsole.converse. */
  converse<T>(
    limits: Limits,
    work: (sendJson: SendJson, welcome: Welcome, sendText: SendText) => Promise<T>,
  ): Promise<T> {
    const { name } = this.settings;
    return this.console.converse(limits, (send, welcome) =>
      work(
        async (command) => answerIn(await send(command), command, name),
        welcome,
        (command) => inText(send, command, name),
      ),
    );
  }

  /** One command in text mode. */
  text(command: string, limits: Limits = {}): Promise<string> {
    return this.converse(limits, async (_ask, _welcome, sendText) => (await sendText(command)).text);
  }

  /** See DirectorConsole.askAlone. */
  sendAlone(command: string): Promise<ConsoleAnswer> {
    return this.console.sendAlone(command);
  }

  close(): Promise<void> {
    return this.console.close();
  }
}

/** The result of a reply in JSON mode. Throws ProtocolError if it is invalid, and AppError if the command is not permitted. */
export function answerIn(reply: Reply, command: string, director: string): JsonAnswer {
  rejectPrompt(reply, command, director);
  // Checked first: a denied command is also answered with a document.
  if (isUnknown(reply)) throw notPermitted(director, verbOf(command));
  const answer = parseReply(reply.text);
  if (answer !== null) return answer;
  throw unreadable(director, `did not answer "${verbOf(command)}" with one JSON document`);
}

/** The result of a successful answer; else an AppError with the Director's message, or with ours if it has none. */
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
export function asError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_supported_by_director') throw error;
  const { reason, params } = error.extras;
  const why = { ...(reason ? { reason } : {}), ...(params ? { params } : {}) };
  throw new AppError('director_error', error.detail, { ...why, cause: error });
}

/** For `catch`: replaces an answer that the Director cannot give or does not permit; other errors are rethrown. */
export function unlessForbidden<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError && error.code === 'not_supported_by_director') return instead;
    throw error;
  };
}

async function inText(send: Send, command: string, director: string): Promise<Reply> {
  await change(send, textMode, director);
  const reply = await send(command);
  rejectPrompt(reply, command, director);
  await change(send, jsonMode, director);
  if (isUnknown(reply)) throw notPermitted(director, verbOf(command));
  return reply;
}

async function change(send: Send, mode: string, director: string): Promise<void> {
  const reply = await send(mode);
  if (reply.errorText !== '' && parseReply(reply.text) === null) {
    throw unreadable(director, `did not switch its reply format: ${sanitizeMessage(reply.errorText)}`);
  }
}

/** Neither mode prompts for the commands that are sent here; a prompt means that something else was executed. */
function rejectPrompt(reply: Reply, command: string, director: string): void {
  if (reply.prompted) throw unreadable(director, `asked a question instead of answering "${verbOf(command)}"`);
}

/** A denied command gets the same answer as an unknown one. */
function isUnknown(reply: Reply): boolean {
  return !reply.began && reply.errorText !== '';
}

/** `verb` may be several, separated by commas. */
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
