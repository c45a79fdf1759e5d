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

/** At most this many files are checked: the answer then covers the first of them. */
const mostFiles = 2_000;
/** The inspection itself ends after a second; this is for a file system that does not answer. */
const inspectionTimeoutMs = 2_000;

interface InspectionRequest {
  readonly chain: ResolvedChain;
  /** Empty: everything in the chain. */
  readonly selection: readonly RawPath[];
  readonly where: string | null;
  readonly client: string | undefined;
}

/** Inspects the restore target before the restore. */
@Injectable()
export class RestoreTargetCheck {
  constructor(@Inject(LOG) private readonly log: Logger) {}

  /** null if nothing is known. Rejects a target that the caller may not restore to, as the restore would. */
  async inspect(principal: Principal, entry: DirectorEntry, wanted: InspectionRequest): Promise<TargetReport | null> {
    const { chain, selection, where } = wanted;
    const anywhere = principal.capabilities.has('restore:anywhere');
    const restoreClient = wanted.client ?? chain.clients[0];
    if (where !== null) rejectTarget(principal, where, await entry.director.describe(principal.scope));
    if (restoreClient === undefined) return null;
    try {
      const entries = await entry.catalog.restore.listSelected(principal.scope, chain, selection, mostFiles);
      const files = entries.map(({ path, modifiedAt }) => ({ path, modifiedAt }));
      const query = { restoreClient, anywhere, files, ...(where === null ? {} : { where }) };
      return await settleWithin(entry.director.inspectTarget(principal.scope, query), inspectionTimeoutMs);
    } catch (error) {
      if (error instanceof AppError && error.code === 'where_not_allowed') throw error;
      this.log.debug({ err: error, director: entry.name }, 'Could not check the destination of a restore.');
      return null;
    }
  }
}

/** Without `where` the Director writes into a restore root of its own, which needs no further capability. */
export function rejectTarget(
  { capabilities }: Principal,
  where: string | null,
  { restoreRoots }: DirectorDescription,
): void {
  if (where === null || capabilities.has('restore:anywhere') || isBelow(where, restoreRoots)) return;
  const detail = `Restoring to ${where} requires restore:anywhere. Without it, restores go below ${restoreRoots.join(' or ')}.`;
  throw new AppError('missing_capability', detail, { requiredCapability: 'restore:anywhere' });
}

/** That no file exists is known only if all were checked. */
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
