import { type MediaAnswer } from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { shortened } from './director-console.js';
import { type Reply } from '../protocol/reply.js';

/** Printed before each purge, for people who type commands. */
const lecture = /^\s*This command can be DANGEROUS!!!/;
/** Messages of both products for which only the state of a volume or a device is the reason. */
const wrongState =
  /Cannot prune Volume|cannot prune as Volstatus|seems to be empty|cannot be purged|must be Purged or Recycled|is not an autochanger|Not enough free \w+ slots|Deselecting slot|^393[67] |Truncate not allowed|but must be "Purged"|No Volumes found to perform|^Media record for Slot \d+ Volume .* already exists/m;

/** For an autochanger there is a message for each slot. */
const longestOfChanger = 20_000;

/** The result of a successful command; otherwise the Director's reply is the reason. */
export function mediaAnswer(director: string, reply: Reply, isDone: boolean, clean?: Clean): MediaAnswer {
  if (!isDone) throw mediaError(director, reply, clean);
  const words = replyText(reply);
  return { words: words.length <= longestOfChanger ? words : `${words.slice(0, longestOfChanger)} …` };
}

/** The Director's whole reply: errors and the lines that explain them, without the usage text. */
function replyText({ items }: Reply): string {
  const texts = items.map(({ bytes }) => bytes).filter((bytes) => !lecture.test(bytes.toString('utf8')));
  return Buffer.concat(texts).toString('utf8').trim();
}

type Clean = (words: string) => string;

function mediaError(director: string, reply: Reply, clean: Clean = (words) => words): AppError {
  const all = shortened(replyText(reply));
  const words = clean(all);
  if (wrongState.test(all)) {
    const params = { director, words };
    return new AppError('conflict', `Director ${director} answered: ${words}`, { reason: 'director_rejected', params });
  }
  // Version 15 returns nothing at all if a storage is down.
  const silence = 'nothing. Check that the storage is running and reachable from the Director.';
  if (words === '') return new AppError('director_error', `Director ${director} answered: ${silence}`);
  return new AppError('director_error', `Director ${director} answered: ${words}`, {
    reason: 'unexpected_reply',
    params: { director, words },
  });
}
