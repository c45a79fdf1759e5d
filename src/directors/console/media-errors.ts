import { type MediaAnswer } from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { shortened } from './director-console.js';
import { type Reply } from '../protocol/reply.js';

/** Printed before each purge, for people who type commands. */
const lecture = /^\s*This command can be DANGEROUS!!!/;
/** What Directors of both kinds say where the state of a volume or of a device, and nothing else, is in the way. */
const wrongState =
  /Cannot prune Volume|cannot prune as Volstatus|seems to be empty|cannot be purged|must be Purged or Recycled|is not an autochanger|Not enough free \w+ slots|Deselecting slot|^393[67] |Truncate not allowed|but must be "Purged"|No Volumes found to perform|^Media record for Slot \d+ Volume .* already exists/m;

/** Of a changer there is something to say about each slot. */
const longestOfChanger = 20_000;

/** The answer to an order that was carried out; for another one what the Director said is the reason. */
export function mediaAnswer(director: string, reply: Reply, isDone: boolean, clean?: Clean): MediaAnswer {
  if (!isDone) throw mediaError(director, reply, clean);
  const words = said(reply);
  return { words: words.length <= longestOfChanger ? words : `${words.slice(0, longestOfChanger)} …` };
}

/** All that the Director said, errors and beside them what tells why, without its lecture. */
function said({ items }: Reply): string {
  const texts = items.map(({ bytes }) => bytes).filter((bytes) => !lecture.test(bytes.toString('utf8')));
  return Buffer.concat(texts).toString('utf8').trim();
}

type Clean = (words: string) => string;

function mediaError(director: string, reply: Reply, clean: Clean = (words) => words): AppError {
  const all = shortened(said(reply));
  const words = clean(all);
  if (wrongState.test(all)) {
    const params = { director, words };
    return new AppError('conflict', `Director ${director} answered: ${words}`, { reason: 'director_rejected', params });
  }
  // Version 15 says nothing at all where a storage is down.
  const silence = 'nothing. Check that the storage is running and reachable from the Director.';
  if (words === '') return new AppError('director_error', `Director ${director} answered: ${silence}`);
  return new AppError('director_error', `Director ${director} answered: ${words}`, {
    reason: 'unexpected_reply',
    params: { director, words },
  });
}
