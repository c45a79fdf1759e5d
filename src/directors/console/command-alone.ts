import { type ConsoleAnswer } from '../../domain/console-command.js';
import { ConsoleConnection, type OpenOptions } from '../protocol/console-connection.js';
import { type ConsoleSettings } from '../protocol/console-settings.js';

const mostBytes = 1_048_576;

/**
 * Logs in, sends one command in the mode for people, and logs out. What is too long is read to its end and dropped: who hangs up
 * on a Director at work cannot know what it did.
 */
export async function commandAlone(
  settings: ConsoleSettings,
  reach: Pick<OpenOptions, 'lookupFor' | 'knownTls'>,
  command: string,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<ConsoleAnswer> {
  const endMs = performance.now() + limitMs;
  const connection = await ConsoleConnection.open(settings, { ...reach, mode: () => null }, signal);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const questions: number[] = [];
  const take = (chunk: Buffer): void => {
    const left = Math.max(0, mostBytes - bytes);
    // A copy of the part: the whole frame would stay in memory with it.
    if (left > 0) chunks.push(chunk.length <= left ? chunk : Buffer.from(chunk.subarray(0, left)));
    bytes += chunk.length;
  };
  try {
    await connection.command(command, {
      signal,
      limitMs: Math.max(1, endMs - performance.now()),
      maxBytes: Number.MAX_SAFE_INTEGER,
      onData: (item) => take(item.bytes),
      onQuestion: () => void questions.push(bytes),
    });
  } finally {
    await connection.close();
  }
  const kept = Buffer.concat(chunks);
  const [first] = questions;
  return {
    output: kept.toString('utf8'),
    isTruncated: bytes > mostBytes,
    question: first === undefined ? null : kept.subarray(0, first).toString('utf8'),
  };
}
