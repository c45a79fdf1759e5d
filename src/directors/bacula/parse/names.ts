import { type ListNames } from '../../console/replies.js';
import { type Send } from '../../console/director-console.js';
import { type Reply } from '../../protocol/reply.js';

const commands = {
  job: '.jobs',
  client: '.clients',
  fileset: '.filesets',
  storage: '.storage',
  pool: '.pools',
} as const;

/** Lists names on the connection of `send`. */
export function nameLists(send: Send): ListNames {
  return async (kind) => namesIn(await send(commands[kind]));
}

/** The names that `.jobs`, `.clients` and their like list, one a line, in the Director's order. */
export function namesIn(reply: Reply): readonly string[] {
  const names = reply.items
    .filter(({ kind }) => kind === 'text')
    .map(({ bytes }) => bytes.toString('utf8'))
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set(names)];
}
