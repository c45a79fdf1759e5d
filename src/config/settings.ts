import { capabilities, isCapability, type RequiredCapability } from '../domain/principal.js';
import { type Environment, SettingsReader } from './settings-reader.js';
import { type MailSettings, readOwnMailServer } from './mail-settings.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Everything the environment decides, read once and checked. Secrets in it never reach a log or an answer. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Where people and machines reach the console, without a final slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** null: the embedded PostgreSQL below dataDir. */
  readonly databaseUrl: string | null;
  readonly databaseMigrationUrl: string | null;
  /** null: a database of its own beside the console's. */
  readonly embeddedCatalogUrl: string | null;
  readonly adminPassword: string | null;
  readonly instanceKey: string | null;
  /** Previous values of INSTANCE_KEY: they still decrypt what was encrypted with them. */
  readonly previousInstanceKeys: readonly string[];
  readonly directorsFile: string | null;
  readonly restoreRoots: readonly string[];
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  readonly sessionIdleSeconds: number;
  readonly sessionAbsoluteSeconds: number;
  /** Requests a caller may make in a minute; 0 sets no limit. */
  readonly requestsPerMinute: number;
  /** Downloads that this process gives out at the same time. */
  readonly downloadsAtOnce: number;
  readonly sessionRetentionDays: number;
  readonly idempotencyRetentionHours: number;
  readonly eventRetentionDays: number;
  /** Reads that need one of these capabilities are recorded in the audit log. */
  readonly auditedReads: ReadonlySet<RequiredCapability>;
  readonly deliveryRetentionDays: number;
  /** Addresses and networks that notifications may reach beyond the rule (docs/decisions/0023). */
  readonly webhookAllow: readonly string[];
  /** Those that they never reach. */
  readonly webhookDeny: readonly string[];
  /** null: e-mail goes only where a channel names a server of its own. */
  readonly ownMailServer: MailSettings | null;
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads all settings or throws one Error that names each wrong variable with what it should be. */
export function readSettings(environment: Environment = process.env): Settings {
  const reader = new SettingsReader(environment);
  const host = reader.text('HOST', '127.0.0.1');
  const port = reader.integer('PORT', 8080, 0, 65_535);
  const settings: Settings = {
    host,
    port,
    baseUrl: reader.origin('BASE_URL') ?? `http://${urlHost(host)}:${port}`,
    ...storageSettings(reader),
    ...accessSettings(reader),
    ...limitSettings(reader),
    ...notificationSettings(reader),
    logLevel: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  };
  checkTogether(reader, settings);
  reader.throwErrors();
  return settings;
}

/** The address for TypeORM's command line, which requires it because it starts no PostgreSQL of its own. */
export function readMigrationUrl(environment: Environment): string {
  const reader = new SettingsReader(environment);
  const protocols = ['postgres:', 'postgresql:'];
  const url = reader.secretUrl('DATABASE_MIGRATION_URL', protocols) ?? reader.secretUrl('DATABASE_URL', protocols);
  if (url === null) reader.addError('DATABASE_URL', 'must be set to use the TypeORM command line');
  reader.throwErrors();
  return url ?? '';
}

function storageSettings(reader: SettingsReader) {
  return {
    dataDir: reader.folder('DATA_DIR', './data'),
    databaseUrl: reader.secretUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseMigrationUrl: reader.secretUrl('DATABASE_MIGRATION_URL', ['postgres:', 'postgresql:']),
    embeddedCatalogUrl: reader.secretUrl('EMBEDDED_CATALOG_URL', ['postgres:', 'postgresql:']),
    directorsFile: reader.optionalFile('DIRECTORS_FILE'),
    restoreRoots: reader.list('RESTORE_ROOTS').map((folder) => reader.absolute('RESTORE_ROOTS', folder)),
  };
}

function accessSettings(reader: SettingsReader) {
  return {
    adminPassword: reader.secret('ADMIN_PASSWORD', { minLength: 12 }),
    instanceKey: reader.secret('INSTANCE_KEY', { minLength: 32 }),
    previousInstanceKeys: reader.secrets('INSTANCE_KEY_PREVIOUS'),
    trustedProxies: reader.networks('TRUSTED_PROXIES'),
    sessionIdleSeconds: reader.integer('SESSION_IDLE_MINUTES', 30, 1, 1_440) * 60,
    sessionAbsoluteSeconds: reader.integer('SESSION_ABSOLUTE_HOURS', 8, 1, 168) * 3600,
    auditedReads: auditedReads(reader),
  };
}

/** `all` means also what every caller may read. */
function auditedReads(reader: SettingsReader): ReadonlySet<RequiredCapability> {
  const words = reader.words('AUDIT_READS', ['all', ...capabilities]);
  return new Set(words.includes('all') ? [...capabilities, 'authenticated'] : words.filter(isCapability));
}

function limitSettings(reader: SettingsReader) {
  return {
    requestsPerMinute: reader.integer('REQUESTS_PER_MINUTE', 6_000, 0, 10_000_000),
    downloadsAtOnce: reader.integer('DOWNLOADS_AT_ONCE', 4, 1, 100),
    sessionRetentionDays: reader.integer('SESSION_RETENTION_DAYS', 30, 1, 3_650),
    idempotencyRetentionHours: reader.integer('IDEMPOTENCY_RETENTION_HOURS', 24, 24, 720),
    eventRetentionDays: reader.integer('EVENT_RETENTION_DAYS', 400, 1, 3_650),
    deliveryRetentionDays: reader.integer('DELIVERY_RETENTION_DAYS', 90, 1, 3_650),
  };
}

function notificationSettings(reader: SettingsReader) {
  return {
    webhookAllow: reader.networks('WEBHOOK_ALLOW'),
    webhookDeny: reader.networks('WEBHOOK_DENY'),
    ownMailServer: readOwnMailServer(reader),
  };
}

function checkTogether(reader: SettingsReader, settings: Settings): void {
  if (settings.databaseUrl !== null && settings.instanceKey === null) {
    reader.addError(
      'INSTANCE_KEY',
      'must be set together with DATABASE_URL, for example to the output of `openssl rand -hex 32`',
    );
  }
  if (settings.databaseUrl === null && settings.databaseMigrationUrl !== null) {
    reader.addError(
      'DATABASE_MIGRATION_URL',
      'requires DATABASE_URL, because the embedded PostgreSQL has its own roles',
    );
  }
  const isPlain = settings.baseUrl.startsWith('http:');
  const isPlainAllowed = reader.flag('ALLOW_INSECURE_HTTP');
  if (!loopbackHosts.has(settings.host) && isPlain && !isPlainAllowed) {
    reader.addError(
      'HOST',
      `is ${settings.host}, which is reachable from other machines, while BASE_URL is plain http. Set BASE_URL to the https address of your proxy, or set ALLOW_INSECURE_HTTP=1 to accept that passwords travel in clear text`,
    );
  }
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
