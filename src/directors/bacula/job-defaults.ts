import { type JobDefaults } from '../console/job-defaults.js';
import { type ReplyItem } from '../protocol/reply.js';

/** Fields are not parted by line ends but by frames, so the items matter. null where the answer is about no job. */
export function jobDefaultsOf(items: readonly ReplyItem[]): Omit<JobDefaults, 'hasRelocation'> | null {
  const lines = items.flatMap(({ bytes }) => bytes.toString('utf8').split('\n'));
  const fields = new Map(lines.map(fieldOf));
  const job = fields.get('job');
  if (job === undefined || job === '') return null;
  const text = (field: string): string => fields.get(field) ?? '';
  return {
    job,
    type: text('type'),
    level: text('level'),
    client: text('client'),
    fileset: text('fileset'),
    storage: text('storage'),
    pool: text('pool'),
    where: text('where'),
    priority: priorityIn(text('priority')),
    enabled: text('enabled') !== '0',
  };
}

/** What Bacula takes where a job says none. */
const usualPriority = 10;

function priorityIn(text: string): number {
  const priority = Number(text);
  return Number.isSafeInteger(priority) && priority > 0 ? priority : usualPriority;
}

function fieldOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? ['', ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
