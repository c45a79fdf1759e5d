import { type Capability } from '../../../domain/capabilities.js';

const number = '[0-9]{1,9}';
const plainName = '[A-Za-z0-9][A-Za-z0-9_.:-]{0,126}';
const name = `(?:${plainName}|"[A-Za-z0-9][A-Za-z0-9 _.:-]{0,126}")`;

/**
 * Commands that only read, letter by letter, with the capability for what they show. A Director understands more ways to write
 * them (abbreviations, capitals, more arguments); those are not here, so that nobody has to know what it makes of them.
 *
 * Missing on purpose: `messages`, which empties the queue of messages for all consoles; `list files`, names of files;
 * `list nextvol`, which may recycle a volume; `show` of what holds commands, addresses or passwords; `.sql` and `query`.
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
