import { type Schemas } from '../../api/request';

export type Configuration = Schemas['DirectorConfiguration'];
export type Found = Schemas['FoundDirectorRecord'];
type CreateBody = Schemas['CreateDirectorBody'];
type ChangeBody = Schemas['ChangeDirectorBody'];
type Tls = Schemas['TlsBody'];
type CatalogTls = Schemas['CatalogTlsBody'];

/** What stands in the fields of the form, as text. */
export interface Settings {
  readonly kind: CreateBody['kind'];
  readonly name: string;
  readonly address: string;
  readonly port: string;
  readonly console: string;
  readonly password: string;
  readonly tls: Tls['mode'];
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  readonly serverName: string;
  readonly catalogAddress: string;
  readonly catalogPort: string;
  readonly database: string;
  readonly role: string;
  readonly rolePassword: string;
  /** What follows the `?` of the catalog's URL. */
  readonly options: string;
  readonly catalogCa: string;
  readonly catalogCertificate: string;
  readonly catalogKey: string;
  readonly timezone: string;
  readonly restoreJob: string;
  /** One folder a line. */
  readonly restoreRoots: string;
  readonly stagingClient: string;
  /** Empty, as its client: none. */
  readonly stagingFolder: string;
  readonly isUsual: boolean;
}

export const consoleName = 'backup-console';
export const roleName = 'backup_console';

export const emptySettings: Settings = {
  kind: 'bacula',
  name: '',
  address: '',
  port: '9101',
  console: '',
  password: '',
  tls: 'required',
  ca: '',
  certificate: '',
  key: '',
  serverName: '',
  catalogAddress: '',
  catalogPort: '5432',
  database: 'bacula',
  role: roleName,
  rolePassword: '',
  options: '',
  catalogCa: '',
  catalogCertificate: '',
  catalogKey: '',
  timezone: '',
  restoreJob: '',
  restoreRoots: '',
  isUsual: false,
  stagingClient: '',
  stagingFolder: '',
};

const catalogFields = ['catalogAddress', 'catalogPort', 'database', 'role', 'options'] as const;
const catalogTlsFields = ['catalogCa', 'catalogCertificate', 'catalogKey'] as const;
const tlsFields = ['tls', 'ca', 'certificate', 'key', 'serverName'] as const;

/** The URL of the catalog that the fields tell of. */
export function catalogUrlOf(settings: Settings): string {
  const { catalogAddress, catalogPort, database, role, rolePassword, options } = settings;
  const host = catalogAddress.includes(':') ? `[${catalogAddress}]` : catalogAddress;
  const who = `${encodeURIComponent(role)}:${encodeURIComponent(rolePassword)}`;
  const query = options === '' ? '' : `?${options}`;
  return `postgresql://${who}@${host}:${catalogPort}/${encodeURIComponent(database)}${query}`;
}

function tlsOf({ tls, ca, certificate, key, serverName }: Settings): Tls {
  if (tls === 'none') return { mode: tls };
  return {
    mode: tls,
    ca: ca || null,
    certificate: certificate || null,
    serverName: serverName || null,
    // One that is stored stays as long as its certificate does.
    ...(key === '' ? {} : { key }),
  };
}

function catalogTlsOf({ catalogCa, catalogCertificate, catalogKey }: Settings): CatalogTls {
  return {
    ca: catalogCa || null,
    certificate: catalogCertificate || null,
    ...(catalogKey === '' ? {} : { key: catalogKey }),
  };
}

function rootsOf({ restoreRoots }: Settings): string[] | null {
  const roots = restoreRoots
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return roots.length === 0 ? null : roots;
}

function stagingOf({ stagingClient: client, stagingFolder: folder }: Settings): CreateBody['staging'] {
  return client === '' && folder === '' ? null : { client, folder };
}

/** What the fields say, for adding a Director and for testing one that is not stored. */
export function createBodyOf(settings: Settings): CreateBody {
  const { kind, name, address, password, timezone } = settings;
  return {
    kind,
    name,
    address,
    password,
    port: Number(settings.port),
    tls: tlsOf(settings),
    catalogUrl: catalogUrlOf(settings),
    catalogTls: catalogTlsOf(settings),
    console: settings.console || null,
    restoreJob: settings.restoreJob || null,
    restoreRoots: rootsOf(settings),
    staging: stagingOf(settings) ?? null,
    ...(timezone === '' ? {} : { timezone }),
    default: settings.isUsual,
  };
}

export function movesCatalog(before: Settings, after: Settings): boolean {
  return catalogFields.some((field) => before[field] !== after[field]);
}

/** Only what differs; secrets that were left empty stay. */
export function changeBodyOf(before: Settings, after: Settings): ChangeBody {
  const { password, rolePassword, timezone } = after;
  const whole = createBodyOf(after);
  const isChanged = (...fields: readonly (keyof Settings)[]): boolean =>
    fields.some((field) => before[field] !== after[field]);
  const changed: Readonly<Record<keyof ChangeBody, boolean>> = {
    address: isChanged('address'),
    port: isChanged('port'),
    console: isChanged('console'),
    password: password !== '',
    tls: isChanged(...tlsFields),
    catalogUrl: rolePassword !== '',
    catalogTls: isChanged(...catalogTlsFields),
    timezone: isChanged('timezone') && timezone !== '',
    restoreJob: isChanged('restoreJob'),
    staging: isChanged('stagingClient', 'stagingFolder'),
    restoreRoots: isChanged('restoreRoots'),
    default: isChanged('isUsual'),
  };
  const names = (Object.keys(changed) as (keyof ChangeBody)[]).filter((name) => changed[name]);
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

/** What is stored, in the fields; secrets are never known. */
export function settingsOf(configuration: Configuration): Settings {
  const { kind, name, address, port, timezone, restoreJob, restoreRoots, staging, tls } = configuration;
  return {
    ...emptySettings,
    kind: kind === 'bareos' ? 'bareos' : 'bacula',
    name,
    address: address ?? '',
    port: String(port ?? 9101),
    console: configuration.console ?? '',
    ...(tls === null ? {} : storedTls(tls)),
    ...catalogFieldsOf(configuration.catalogUrl),
    ...storedCatalogTls(configuration.catalogTls),
    timezone: timezone ?? '',
    restoreJob: restoreJob ?? '',
    restoreRoots: restoreRoots?.join('\n') ?? '',
    stagingClient: staging?.client ?? '',
    stagingFolder: staging?.folder ?? '',
    isUsual: configuration.default,
  };
}

function storedTls({ mode, ca, certificate, serverName }: Schemas['TlsSettings']) {
  return { tls: mode, ca: ca ?? '', certificate: certificate ?? '', serverName: serverName ?? '' };
}

function storedCatalogTls(tls: Configuration['catalogTls']) {
  return { catalogCa: tls?.ca ?? '', catalogCertificate: tls?.certificate ?? '' };
}

type CatalogFields = Pick<Settings, (typeof catalogFields)[number]>;

/** A URL that has no host, or that nobody can read, leaves its fields empty. */
function catalogFieldsOf(url: string | null): CatalogFields {
  // Browsers differ in what they read of schemes that they do not know.
  const readable = (url ?? '').replace(/^postgres(ql)?:/i, 'http:');
  if (!URL.canParse(readable)) {
    return { catalogAddress: '', catalogPort: '5432', database: '', role: '', options: '' };
  }
  const { hostname, port, pathname, username, search } = new URL(readable);
  return {
    catalogAddress: hostname.replace(/^\[|\]$/g, ''),
    // 80 is the one that a URL of this scheme leaves out.
    catalogPort: port === '' ? portOfText(url) : port,
    database: decoded(pathname.slice(1)),
    role: decoded(username),
    options: search.slice(1),
  };
}

function portOfText(url: string | null): string {
  return /:80(?:[/?]|$)/.test(url ?? '') ? '80' : '5432';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What files of this machine told, in the fields; the passwords are still to be given. */
export function settingsOfFound({ kind, name, address, port, catalog }: Found): Settings {
  const at = catalog === null ? '' : catalog.address.startsWith('/') ? '127.0.0.1' : catalog.address;
  return {
    ...emptySettings,
    kind,
    name,
    address,
    port: String(port),
    catalogAddress: at,
    catalogPort: String(catalog?.port ?? 5432),
    database: catalog?.database ?? kind,
  };
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A password of 32 letters and digits, made in this browser. */
export function newPassword(): string {
  const largest = Math.floor(2 ** 32 / letters.length) * letters.length;
  const next = (): string => {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    // Numbers of the last, incomplete round would make some letters likelier.
    return number < largest ? letters.charAt(number % letters.length) : next();
  };
  return Array.from({ length: 32 }, next).join('');
}
