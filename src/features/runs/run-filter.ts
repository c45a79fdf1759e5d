import { levelLetters, typeLetters } from '../../domain/job.js';
import { invalidField } from '../../domain/errors.js';
import { type RunFilter, type RunStatus, type TriggerFilter, type TriggerKind } from '../../domain/run.js';

/** Filters as a query gives them: words parted by commas, already cut apart. */
export interface RunWords {
  readonly job?: readonly string[];
  readonly client?: readonly string[];
  readonly status?: readonly RunStatus[];
  readonly level?: readonly string[];
  readonly type?: readonly string[];
  readonly pool?: readonly string[];
  readonly since?: Date;
  readonly until?: Date;
  /** So many until now. */
  readonly hours?: number;
  readonly acknowledged?: boolean;
  readonly triggeredBy?: TriggerKind;
  readonly triggeredById?: string;
  readonly triggeredByName?: string;
}

/** The catalog's filter for these words. Levels and types are taken ignoring case; an unknown one is a fault. */
export function runFilterOf(words: RunWords, now: Date): RunFilter {
  const { job, client, status, level, type, pool, until, acknowledged } = words;
  const since = sinceOf(words, now);
  const trigger = triggerFilterOf(words);
  return {
    ...(job ? { jobs: job } : {}),
    ...(client ? { clients: client } : {}),
    ...(status ? { statuses: status } : {}),
    ...(level ? { levels: known('level', level, Object.keys(levelLetters)) } : {}),
    ...(type ? { types: known('type', type, Object.keys(typeLetters)) } : {}),
    ...(pool ? { pools: pool } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(acknowledged === undefined ? {} : { acknowledged }),
    ...(trigger === undefined ? {} : { trigger }),
  };
}

function triggerFilterOf({
  triggeredBy: kind,
  triggeredById: id,
  triggeredByName: name,
}: RunWords): TriggerFilter | undefined {
  if (kind === undefined && id === undefined && name === undefined) return undefined;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
}

function sinceOf({ since, hours }: RunWords, now: Date): Date | undefined {
  if (hours === undefined) return since;
  return new Date(Math.max(now.getTime() - hours * 3_600_000, since?.getTime() ?? -Infinity));
}

function known(field: string, given: readonly string[], words: readonly string[]): string[] {
  return given.map((word) => {
    const match = words.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
    if (match === undefined) throw invalidField(field, `${field} must be one of ${words.join(', ')}`, 'not_allowed');
    return match;
  });
}
