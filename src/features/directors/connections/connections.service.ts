import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { Clock } from '../../../domain/clock.js';
import { DirectorConnector, type Target } from '../../../domain/director-connector.port.js';
import {
  type CatalogTls,
  directorNamePattern,
  isTimezone,
  noCatalogTls,
  type RemoteDirectorSettings,
  type ShownDirectorSettings,
} from '../../../domain/director-settings.js';
import { DirectorRegistry } from '../../../domain/director-registry.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { type Principal } from '../../../domain/principal.js';
import { invalidField, invalidFields, AppError } from '../../../domain/error-codes.js';
import { normalTarget } from '../../../domain/restore-target.js';
import { type AuditAction } from '../../audit/audit-actions.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { AuditedActions } from '../../audit/audited-actions.js';
import { PostgresUrlFault, readPostgresUrl, tlsDemandOf } from '../../../database/postgres-url.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { isUniqueViolation } from '../../../database/database-errors.js';
import { etagOf, namesTag } from '../../../http/conditional.interceptor.js';
import { SecretBox } from '../../../platform/security/secret-box.js';
import { isWhole } from './catalog-files.js';
import {
  type ConfiguredDirectorEntity,
  ConfiguredDirectorsRepository,
  nameConstraint,
} from './connections.repository.js';
import {
  type ChangeDirectorBody,
  type CreateDirectorBody,
  type DirectorConfiguration,
  type DirectorTest,
} from './connections.dto.js';
import {
  auditedSettings,
  changedSettings,
  columnsOf,
  settingsOf,
  withoutSecrets,
  publicSettings,
} from './director.mapper.js';
import { ConnectedDirectors } from './connected-directors.js';

function configurationOfEntry({ name, kind, isDefault, settings }: DirectorEntry): DirectorConfiguration {
  const reached = settings === null ? unreached : reachedBy(settings);
  return { name, kind, origin: 'file', default: isDefault, ...reached, updatedAt: null };
}

/** `opened` are the row's settings, null where its secrets cannot be opened: then what they would show is left out. */
function configurationOfRow(
  row: ConfiguredDirectorEntity,
  opened: RemoteDirectorSettings | null,
): DirectorConfiguration {
  const shown = publicSettings(opened ?? withoutSecrets(row));
  const { kind } = shown;
  const reached = { ...reachedBy(shown), ...(opened ? {} : { catalogUrl: null }) };
  return { name: row.name, kind, origin: 'stored', default: row.isDefault, ...reached, updatedAt: row.updatedAt };
}

type Reached = Omit<DirectorConfiguration, 'name' | 'kind' | 'origin' | 'default' | 'updatedAt'>;

const unreached: Reached = {
  address: null,
  port: null,
  console: null,
  tls: null,
  catalogUrl: null,
  catalogTls: null,
  timezone: null,
  restoreJob: null,
  restoreRoots: null,
  staging: null,
};

function reachedBy(settings: ShownDirectorSettings): Reached {
  const { address, port, consoleName, tls, catalogUrl, catalogTls, timezone, restoreJob, restoreRoots, staging } =
    settings;
  return {
    address,
    port,
    console: consoleName,
    tls: { ...tls },
    catalogUrl,
    catalogTls: { ...catalogTls },
    timezone,
    restoreJob,
    restoreRoots: restoreRoots === null ? null : [...restoreRoots],
    staging: staging && { ...staging },
  };
}

/** Where restores may go to without restore:anywhere. */
type Places = Pick<RemoteDirectorSettings, 'restoreRoots' | 'staging'>;

const targets: readonly Target[] = ['address', 'catalogUrl'];

/** Longest that a test of settings may take. */
const testLimitMs = 20_000;

/** Which Directors the console speaks to: those of the file, read-only, and those that are added here. */
@Injectable()
export class DirectorConfigurationsService {
  constructor(
    private readonly rows: ConfiguredDirectorsRepository,
    private readonly registry: DirectorRegistry,
    private readonly stored: ConnectedDirectors,
    private readonly connector: DirectorConnector,
    private readonly box: SecretBox,
    private readonly callers: CallerCheck<Transaction>,
    private readonly audit: AuditRecorder,
    private readonly actions: AuditedActions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async listAll(): Promise<readonly DirectorConfiguration[]> {
    const ofFile = this.registry.all().filter(({ origin }) => origin === 'file');
    const rows = await this.rows.list();
    const isShadowed = (row: ConfiguredDirectorEntity): boolean => ofFile.some(({ name }) => name === row.name);
    return [
      ...ofFile.map(configurationOfEntry),
      ...rows.filter((row) => !isShadowed(row)).map((row) => configurationOfRow(row, this.opened(row))),
    ];
  }

  async get(name: string): Promise<DirectorConfiguration> {
    const found = (await this.listAll()).find((configuration) => configuration.name === name);
    if (found) return found;
    throw noSuchDirector();
  }

  async create(caller: Principal, actor: Actor, body: CreateDirectorBody): Promise<DirectorConfiguration> {
    const settings = settingsOfBody(body);
    check(settings);
    checkPlaces(caller, { restoreRoots: null, staging: null }, settings);
    if (this.registry.all().some(({ name }) => name === body.name)) throw nameTaken();
    await this.rejectTargets(settings, targets);
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now, revision: 1 };
    const row = { name: body.name, ...columnsOf(settings, this.box), isDefault: body.default ?? false, ...times };
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      await this.insert(transaction, row);
      await this.rows.forgetTls(transaction, row.name);
      if (row.isDefault) await this.rows.clearDefault(transaction, row.name);
      await this.record(transaction, actor, 'director.create', row.name, additions(settings));
    });
    await this.stored.catchUp();
    return this.get(row.name);
  }

  async change(
    caller: Principal,
    actor: Actor,
    name: string,
    body: ChangeDirectorBody,
    ifMatch?: string,
  ): Promise<DirectorConfiguration> {
    await this.rejectChangedTargets(name, body);
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      const row = await this.lock(transaction, name, ifMatch);
      const before = settingsOf(row, this.box);
      rejectMovedSecrets(before, body);
      const after = changedSettings(before, body);
      check(after);
      checkPlaces(caller, before, after);
      const isDefault = body.default ?? row.isDefault;
      const times = { createdAt: row.createdAt, updatedAt: this.clock.now(), revision: row.revision + 1 };
      await this.rows.update(transaction, { name, ...columnsOf(after, this.box), isDefault, ...times });
      await this.rows.forgetTls(transaction, name);
      if (isDefault) await this.rows.clearDefault(transaction, name);
      await this.record(transaction, actor, 'director.update', name, differences(before, after, body));
    });
    await this.stored.catchUp();
    return this.get(name);
  }

  async remove(actor: Actor, name: string, ifMatch?: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.lock(transaction, name, ifMatch);
      await this.rows.delete(transaction, name);
      await this.rows.forgetTls(transaction, name);
      await this.record(transaction, actor, 'director.delete', name, {});
    });
    await this.stored.catchUp();
  }

  /** Tries settings that are not stored. */
  async testBody(actor: Actor, body: CreateDirectorBody): Promise<DirectorTest> {
    const settings = settingsOfBody(body);
    check(settings);
    await this.rejectTargets(settings, targets);
    return this.probe(actor, settings, false);
  }

  /** Tries a stored Director's settings. */
  async test(actor: Actor, name: string): Promise<DirectorTest> {
    const row = isPossible(name) ? await this.rows.find(name) : null;
    if (row) return this.probe(actor, settingsOf(row, this.box), true);
    const entry = this.registry.all().find((one) => one.name === name);
    if (!entry) throw noSuchDirector();
    throw new AppError(
      'conflict',
      'Directors from DIRECTORS_FILE cannot be tested here. GET /api/v1/director/health shows their state.',
      {
        reason: 'director_from_file',
      },
    );
  }

  /** Sends the console's password to an address, so it is written down to which. */
  private async probe(actor: Actor, settings: RemoteDirectorSettings, isSaved: boolean): Promise<DirectorTest> {
    const { name, address, port } = settings;
    const changes = { address: { to: address }, port: { to: port } };
    const stages = await this.actions.perform(
      { actor, action: 'director.test', target: `director:${name}`, changes },
      () => this.connector.probe(settings, AbortSignal.timeout(testLimitMs), isSaved),
      (seen) => ({ failed: { to: seen.filter(({ status }) => status === 'failed').map(({ stage }) => stage) } }),
    );
    return { ok: stages.every(({ status }) => status !== 'failed'), stages: stages.map((stage) => ({ ...stage })) };
  }

  /** Names are resolved again for each connection, which then decides: this is for the person who saves them. */
  private async rejectTargets(settings: RemoteDirectorSettings, given: readonly Target[]): Promise<void> {
    const rejected = (await this.connector.rejectedTargets(settings)).filter((target) => given.includes(target));
    const detail = 'The console is not allowed to connect to this address.';
    if (rejected.length > 0)
      throw invalidFields(rejected.map((field) => ({ field, code: 'address_not_allowed', detail })));
  }

  /** Before the transaction, which must not wait for DNS. Other errors are reported within it, in their order. */
  private async rejectChangedTargets(name: string, body: ChangeDirectorBody): Promise<void> {
    const isMoved = body.address !== undefined || body.port !== undefined;
    const given = targets.filter((target) => (target === 'address' ? isMoved : body.catalogUrl !== undefined));
    if (given.length === 0) return;
    const row = isPossible(name) ? await this.rows.find(name) : null;
    const before = row && this.opened(row);
    if (before === null) return;
    const after = changedSettings(before, body);
    if (!isSound(after)) return;
    await this.rejectTargets(after, given);
  }

  private async lock(transaction: Transaction, name: string, ifMatch?: string): Promise<ConfiguredDirectorEntity> {
    const row = isPossible(name) ? await this.rows.lock(transaction, name) : null;
    if (!row) {
      const isOfFile = this.registry.all().some((entry) => entry.name === name);
      throw isOfFile
        ? new AppError(
            'conflict',
            'This Director is defined in DIRECTORS_FILE. Edit the file and restart the console.',
            {
              reason: 'director_from_file',
            },
          )
        : noSuchDirector();
    }
    if (ifMatch !== undefined && !namesTag(ifMatch, etagOf(configurationOfRow(row, this.opened(row))))) {
      throw new AppError('changed_meanwhile', 'This Director has changed since you read it. Read it again.');
    }
    return row;
  }

  private opened(row: ConfiguredDirectorEntity): RemoteDirectorSettings | null {
    try {
      return settingsOf(row, this.box);
    } catch {
      // Encrypted with a key that is not configured: the rest is still shown, and the reason is logged.
      return null;
    }
  }

  private async insert(transaction: Transaction, row: ConfiguredDirectorEntity): Promise<void> {
    try {
      await this.rows.insert(transaction, row);
    } catch (error) {
      throw isUniqueViolation(error, nameConstraint) ? nameTaken() : error;
    }
  }

  private record(
    transaction: Transaction,
    actor: Actor,
    action: AuditAction,
    name: string,
    changes: Changes,
  ): Promise<void> {
    return this.audit.record(transaction, { actor, action, target: `director:${name}`, changes });
  }
}

function settingsOfBody(body: CreateDirectorBody): RemoteDirectorSettings {
  const { name, kind, address, password, catalogUrl } = body;
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tls = { mode: 'required', ca: null, certificate: null, key: null, serverName: null } as const;
  const defaults = { port: 9101, consoleName: null, timezone, restoreJob: null, restoreRoots: null, staging: null };
  const before = { name, kind, address, password, catalogUrl, tls, catalogTls: noCatalogTls, ...defaults };
  return changedSettings(before, body);
}

function check({ timezone, tls, catalogUrl, catalogTls }: RemoteDirectorSettings): void {
  if (!isTimezone(timezone)) {
    throw invalidField('timezone', `${timezone} is not a known time zone. Use an IANA name, such as Europe/Berlin.`);
  }
  if ((tls.certificate === null) !== (tls.key === null)) {
    throw invalidField('tls.key', 'A certificate requires its private key: specify both or neither.');
  }
  if (!isWhole(catalogTls)) {
    throw invalidField('catalogTls.key', 'A certificate requires its own private key: specify both or neither.');
  }
  checkCatalogUrl(catalogUrl, catalogTls);
}

function isSound(settings: RemoteDirectorSettings): boolean {
  try {
    check(settings);
    return true;
  } catch {
    return false;
  }
}

function checkCatalogUrl(catalogUrl: string, catalogTls: CatalogTls): void {
  if (!URL.canParse(catalogUrl))
    throw invalidField('catalogUrl', 'The catalog URL is not a valid URL.', 'invalid_format');
  try {
    const url = readPostgresUrl(catalogUrl);
    const files = Object.keys(url.files);
    if (files.length > 0) {
      const detail = `The catalog URL may not name files of the console's machine (${files.join(', ')}). Give their contents in catalogTls.`;
      throw invalidField('catalogUrl', detail);
    }
    tlsDemandOf(url, catalogTls);
  } catch (error) {
    throw error instanceof PostgresUrlFault ? invalidField('catalogUrl', error.message) : error;
  }
}

/**
 * Below its roots a Director's restores need no restore:anywhere, and downloads write to its staging folder: who sets them must be able to
 * restore there anyway.
 */
function checkPlaces(caller: Principal, before: Places, after: Places): void {
  if (after.restoreRoots?.some((root) => normalTarget(root) === '/')) {
    throw invalidField('restoreRoots', 'restoreRoots may not contain /. Grant restore:anywhere instead.');
  }
  if (caller.capabilities.has('restore:anywhere')) return;
  for (const place of ['restoreRoots', 'staging'] as const) {
    if (JSON.stringify(before[place]) === JSON.stringify(after[place])) continue;
    throw new AppError('missing_capability', `Setting ${place} also requires restore:anywhere.`, {
      requiredCapability: 'restore:anywhere',
    });
  }
}

/** A stored password must not be sent to another host by a user who does not know it. */
function rejectMovedSecrets(before: RemoteDirectorSettings, body: ChangeDirectorBody): void {
  const isMoved =
    (body.address !== undefined && body.address !== before.address) ||
    (body.port !== undefined && body.port !== before.port);
  if (!isMoved || body.password !== undefined) return;
  throw invalidField('password', 'Changing the address or port requires the password again.', 'required');
}

function additions(settings: RemoteDirectorSettings): Changes {
  return Object.fromEntries(Object.entries(auditedSettings(settings)).map(([member, to]) => [member, { to }]));
}

function differences(before: RemoteDirectorSettings, after: RemoteDirectorSettings, body: ChangeDirectorBody): Changes {
  const [old, young] = [auditedSettings(before), auditedSettings(after)];
  const changed = Object.keys(young).filter((member) => JSON.stringify(old[member]) !== JSON.stringify(young[member]));
  const changes = changed.map((member) => [member, { from: old[member], to: young[member] }]);
  const isDefault = body.default === undefined ? [] : [['default', { to: body.default }]];
  return Object.fromEntries([...changes, ...isDefault]) as Changes;
}

/** What no Director can be called must not reach the database. */
function isPossible(name: string): boolean {
  return directorNamePattern.test(name);
}

function noSuchDirector(): AppError {
  return new AppError('not_found', 'No Director has this name.', { reason: 'no_director' });
}

function nameTaken(): AppError {
  return new AppError('name_taken', 'A Director with this name already exists.');
}
