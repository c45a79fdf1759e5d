import { Injectable } from '@nestjs/common';
import { rejectMissingAbility } from '../../domain/director-abilities.js';
import { type Actor } from '../../domain/actor.js';
import { type Capability, type Principal } from '../../domain/principal.js';
import { type ResolvedChain } from '../../domain/restore-reader.port.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type DirectorDescription, type DirectorPort, type RestoreOrder } from '../../domain/director.port.js';
import { type RawPath } from '../../domain/catalog-entry.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type Relocation, relocationOf, normalTarget } from '../../domain/restore-target.js';
import { noFacts, storedRefs } from '../../domain/restore-facts.js';
import { pathInput } from '../../domain/path-input.js';
import { findSelection, selectionInput } from './selection.js';
import {
  type ValidatedRequest,
  RunRequestsService,
  type AcceptedRun,
} from '../runs/requests/idempotent-run-requests.service.js';
import { definedFields } from '../audit/audit-recorder.js';
import { type PendingAuditAction } from '../runs/requests/run-requests.repository.js';
import { recordOfChain } from './browse.service.js';
import { expressionSelection } from './expression-selection.js';
import { linearExpression } from '../../platform/expressions/linear-expression.js';
import { rejectRelocation } from './relocation-preview.service.js';
import { rejectUnknownSyntax } from '../../platform/expressions/relocated-path.js';
import { type PlanQuery, type RestoreRunBody } from './restore-query.dto.js';
import { type MissingPath, type RestorePlanRecord } from './restore.dto.js';
import { recordOfTarget, rejectTarget, RestoreTargetCheck } from './restore-target-check.service.js';

interface Missing {
  readonly missing: MissingPath[];
}

/** The caller who requests a restore, and the Idempotency-Key or null. */
interface RestoreCaller {
  readonly principal: Principal;
  readonly actor: Actor;
  readonly key: string | null;
}

interface RequestedRestore {
  readonly selection: RawPath[];
  readonly where: string | null;
  readonly relocation: Relocation | null;
  /** The Director's target without a `where`; null if it is unknown. */
  readonly root: string | null;
  readonly clients: readonly string[];
}

/** Plans restores and starts them. */
@Injectable()
export class RestoreService {
  constructor(
    private readonly directors: Directors,
    private readonly orders: RunRequestsService,
    private readonly targets: RestoreTargetCheck,
  ) {}

  async planRestore(principal: Principal, query: PlanQuery): Promise<RestorePlanRecord> {
    const { scope } = principal;
    const entry = resolveDirector(this.directors, query.director);
    const single = pathInput(query);
    const where = targetInput(query.where);
    const given = [...(single ? [single] : []), ...selectionInput([], query.refs ?? [])];
    if (query.expression !== undefined) linearExpression(query.expression, 'expression');
    const chain = await entry.catalog.restore.resolveChain(scope, query.jobids);
    rejectMixed(chain);
    const matched = await expressionSelection(entry.catalog.restore, scope, chain, query.expression);
    const selection = [...given, ...matched];
    // An empty selection would be everything.
    if (query.expression !== undefined && selection.length === 0) return nothingMatches(chain);
    const { plan, found, missing } = await findSelection(entry.catalog.restore, scope, chain, selection);
    const isNothing = selection.length > 0 && found.length === 0;
    const target = isNothing
      ? null
      : await this.targets.inspect(principal, entry, { chain, selection: found, where, client: query.restoreClient });
    return {
      files: plan.files,
      bytes: plan.bytes,
      volumes: plan.volumes.map(({ volume, pool, storage, status, available, reasonCode, reason }) => {
        return { volume, pool, storage, status, available, reasonCode, reason };
      }),
      missing: missing.map(recordOfMissing),
      chain: recordOfChain(chain),
      ...recordOfTarget(target, plan.files),
    };
  }

  runRestore(caller: RestoreCaller, body: RestoreRunBody): Promise<AcceptedRun<Missing>> {
    const { principal } = caller;
    const entry = resolveDirector(this.directors, body.director);
    const selection = selectionInput(body.paths ?? [], body.refs ?? []);
    const where = targetInput(body.where);
    const relocation = body.relocation === undefined ? null : relocationOf(body.relocation);
    if (relocation !== null) rejectUnknownSyntax(relocation);
    if (body.expression !== undefined) linearExpression(body.expression, 'expression');
    rejectUnfitOptions(body.pluginOptions);
    const request = { ...caller, route: 'runRestore', body: { wanted: body, director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const description = await entry.director.describe(principal.scope);
      rejectTarget(principal, where, description);
      await rejectExtras(principal, body, relocation, { director: entry.director, description });
      const { clients, restoreRoots } = description;
      return this.checked(principal, entry, body, {
        selection,
        where,
        relocation,
        root: restoreRoots[0] ?? null,
        clients,
      });
    });
  }

  private async checked(
    { scope, capabilities }: Principal,
    entry: DirectorEntry,
    body: RestoreRunBody,
    given: RequestedRestore,
  ): Promise<ValidatedRequest<Missing>> {
    const chain = await entry.catalog.restore.resolveChain(scope, body.jobids);
    rejectIncomplete(chain);
    rejectMixed(chain);
    const restoreClient = clientOf(body.restoreClient, chain, given.clients);
    const isEverything = body.paths === undefined && body.refs === undefined && body.expression === undefined;
    const matched = await expressionSelection(entry.catalog.restore, scope, chain, body.expression);
    const selection = [...given.selection, ...matched];
    const nothing = { found: [], missing: [] };
    const { found, missing, plan } =
      selection.length === 0
        ? { ...nothing, plan: null }
        : await findSelection(entry.catalog.restore, scope, chain, selection);
    if (!isEverything && found.length === 0) {
      const detail =
        body.expression === undefined
          ? 'None of the selected paths is in the chain.'
          : 'No file of the chain matches the expression, and none of the selected paths is in the chain.';
      throw new AppError('nothing_selected', detail);
    }
    const order: Omit<RestoreOrder, 'mark'> = {
      jobids: chain.jobids,
      selection: found,
      restoreClient,
      replace: body.replace,
      ...(given.where === null ? {} : { where: given.where }),
      ...(given.relocation === null ? {} : { relocation: given.relocation }),
      ...extrasOf(body),
      anywhere: capabilities.has('restore:anywhere'),
    };
    const send = (mark: string) => entry.director.startRestore(scope, { ...order, mark });
    const restore = {
      ...noFacts,
      jobids: chain.jobids,
      filesets: chain.filesets,
      sourceClient: chain.clients[0] ?? null,
      replace: order.replace,
      restoreClient,
      // Without one the Director decides, and reports it.
      where: given.relocation === null ? (given.where ?? given.root) : null,
      relocation: given.relocation?.input ?? null,
      // To count everything in a chain takes long; the Director reports it.
      chosen: plan === null ? null : plan.files,
      refs: storedRefs(found.map(({ ref }) => ref)),
    };
    const action = auditedActionOf(entry.name, order, isEverything, body.expression);
    return { send, more: { missing: missing.map(recordOfMissing) }, action, restore };
  }
}

/** What was restored where. Only the number of selected paths: the run's own files are listed elsewhere. */
function auditedActionOf(
  director: string,
  order: Omit<RestoreOrder, 'mark'>,
  isEverything: boolean,
  expression: string | undefined,
): PendingAuditAction {
  const { jobids, selection, restoreClient, where, replace, anywhere } = order;
  const relocation = order.relocation?.input;
  const extras = { relocation, expression, ...extrasOf(order) };
  const selected = isEverything ? 'everything' : selection.length;
  const changes = definedFields({ jobids, selected, restoreClient, where, replace, anywhere, ...extras });
  return { action: 'restore.run', target: `client:${director}:${restoreClient}`, changes };
}

type Extras = Pick<RestoreOrder, 'restoreJob' | 'storage' | 'pluginOptions'>;

function extrasOf({ restoreJob, storage, pluginOptions }: Extras): Extras {
  return {
    ...(restoreJob === undefined ? {} : { restoreJob }),
    ...(storage === undefined ? {} : { storage }),
    ...(pluginOptions === undefined ? {} : { pluginOptions }),
  };
}

/** What ends or escapes a quoted text in a command of a Director. */
function rejectUnfitOptions(options: string | undefined): void {
  if (options === undefined || !/["\\\p{Cc}\p{Cs}\u2028\u2029]/u.test(options)) return;
  const detail = 'pluginOptions must not contain a quote ("), a backslash or a control character';
  throw invalidField('pluginOptions', detail, 'invalid_characters');
}

/** Rejects what the caller may not do or the Director cannot, before any lookup. */
async function rejectExtras(
  principal: Principal,
  { restoreJob, storage, pluginOptions }: Extras,
  relocation: Relocation | null,
  { director, description }: { readonly director: DirectorPort; readonly description: DirectorDescription },
): Promise<void> {
  const { name, restoreJobs, defaultRestoreJob, storages } = description;
  if (relocation !== null) await rejectRelocation(principal, relocation, director, description);
  if (restoreJob !== undefined) {
    await rejectMissingAbility(director, description, 'restore-job', 'restore with another restore job');
    if (!restoreJobs.includes(restoreJob))
      throw new AppError('unknown_job', `Director ${name} has no restore job named ${restoreJob}.`);
    // Expressions in the configuration of a restore job win over the folder of the request.
    if (restoreJob !== defaultRestoreJob) rejectWithout(principal, 'restore:anywhere', 'Another restore job');
  }
  if (storage !== undefined) {
    await rejectMissingAbility(director, description, 'restore-storage', 'restore from another storage');
    if (!storages.includes(storage))
      throw new AppError('unknown_storage', `Director ${name} has no storage named ${storage}.`);
  }
  if (pluginOptions !== undefined) {
    rejectWithout(principal, 'restore:commands', 'A restore with plugin options');
    await rejectMissingAbility(director, description, 'plugin-options', 'give plugin options to a restore');
  }
}

function rejectWithout({ capabilities }: Principal, needed: Capability, what: string): void {
  if (capabilities.has(needed)) return;
  throw new AppError('missing_capability', `${what} requires ${needed}.`, { requiredCapability: needed });
}

function nothingMatches(chain: ResolvedChain): RestorePlanRecord {
  return { files: 0, bytes: 0, volumes: [], missing: [], chain: recordOfChain(chain), ...recordOfTarget(null, 0) };
}

export function recordOfMissing(path: RawPath): MissingPath {
  return { path: path.text, ref: path.ref };
}

function targetInput(where: string | undefined): string | null {
  if (where === undefined) return null;
  const target = normalTarget(where);
  if (target === null) throw invalidField('where', 'where must be an absolute folder without ..', 'invalid_format');
  return target;
}

export function rejectIncomplete({ missingJobids }: ResolvedChain): void {
  if (missingJobids.length === 0) return;
  const missing = [...missingJobids];
  const detail = `This chain cannot be restored: no file records exist for job ids ${missing.join(', ')}.`;
  throw new AppError('incomplete_chain', detail, { members: { missingJobids: missing } });
}

/** Chains of several filesets of one client make the whole client as of one time. */
export function rejectMixed({ clients, filesets }: ResolvedChain): void {
  if (clients.length <= 1) return;
  const detail = `A restore takes the files of one client only. These job ids belong to ${clients.join(', ')}. Restore one client at a time.`;
  throw new AppError('mixed_chain', detail, { members: { clients: [...clients], filesets: [...filesets] } });
}

function clientOf(wanted: string | undefined, { clients }: ResolvedChain, known: readonly string[]): string {
  const client = wanted ?? clients[0] ?? '';
  if (known.includes(client)) return client;
  throw new AppError(
    'unknown_client',
    `The Director has no client named ${client}. Specify an existing client as restoreClient.`,
  );
}
