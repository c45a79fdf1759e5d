import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type ResolvedChain } from '../../domain/restore-reader.port.js';
import { type DirectorDescription } from '../../domain/director.port.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { type RawPath } from '../../domain/catalog-entry.js';
import { AppError } from '../../domain/error-codes.js';
import { isBelow, type TargetReport } from '../../domain/restore-target.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { type RestorePlanRecord } from './restore.dto.js';

/** More files than these are not looked for: the answer is then of the first of them. */
const mostFiles = 2_000;
/** The look itself ends after a second; this is for a file system that does not answer. */
const lookLimitMs = 2_000;

interface Look {
  readonly chain: ResolvedChain;
  /** Empty: everything in the chain. */
  readonly selection: readonly RawPath[];
  readonly where: string | null;
  readonly client: string | undefined;
}

/** Looks into the place that a restore would write to, before it does. */
@Injectable()
export class RestoreTargetCheck {
  constructor(@Inject(LOG) private readonly log: Logger) {}

  /** null where nothing can be told. Refuses a place that the caller may not restore to, as the restore would. */
  async look(principal: Principal, entry: DirectorEntry, look: Look): Promise<TargetReport | null> {
    const { chain, selection, where } = look;
    const anywhere = principal.capabilities.has('restore:anywhere');
    const restoreClient = look.client ?? chain.clients[0];
    if (where !== null) refuseTarget(principal, where, await entry.director.describe(principal.scope));
    if (restoreClient === undefined) return null;
    try {
      const entries = await entry.catalog.restore.listSelected(principal.scope, chain, selection, mostFiles);
      const files = entries.map(({ path, modifiedAt }) => ({ path, modifiedAt }));
      const question = { restoreClient, anywhere, files, ...(where === null ? {} : { where }) };
      return await settleWithin(entry.director.lookAtTarget(principal.scope, question), lookLimitMs);
    } catch (error) {
      if (error instanceof AppError && error.code === 'where_not_allowed') throw error;
      this.log.debug({ err: error, director: entry.name }, 'Could not check the destination of a restore.');
      return null;
    }
  }
}

/** Without `where` the Director writes into a restore root of its own, which needs no further capability. */
export function refuseTarget(
  { capabilities }: Principal,
  where: string | null,
  { restoreRoots }: DirectorDescription,
): void {
  if (where === null || capabilities.has('restore:anywhere') || isBelow(where, restoreRoots)) return;
  const detail = `Restoring to ${where} requires restore:anywhere. Without it, restores go below ${restoreRoots.join(' or ')}.`;
  throw new AppError('missing_capability', detail, { requiredCapability: 'restore:anywhere' });
}

/** That nothing is there is known only where all of it was looked for. */
export function recordOfTarget(
  target: TargetReport | null,
  files: number,
): Pick<RestorePlanRecord, 'targetHolds' | 'target'> {
  if (target === null) return { targetHolds: 'unknown', target: null };
  const { where, inspected, existing, newer } = target;
  const examples = target.examples.map((path) => ({ path: path.text, ref: path.ref }));
  const targetHolds = existing > 0 ? 'conflicts' : inspected < files ? 'unknown' : 'nothing';
  return { targetHolds, target: { where, inspected, existing, newer, examples } };
}
