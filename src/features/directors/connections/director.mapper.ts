import {
  type CatalogTls,
  noCatalogTls,
  type RemoteDirectorSettings,
  type Staging,
  stagingFolderOf,
  type TlsSettings,
  type ShownDirectorSettings,
} from '../../../domain/director-settings.js';
import { shownPostgresUrl } from '../../../database/postgres-url.js';
import { type SecretBox } from '../../../platform/security/secret-box.js';
import { type ConfiguredDirectorEntity } from './connections.repository.js';
import { type CatalogTlsBody, type ChangeDirectorBody, type StagingBody, type TlsBody } from './connections.dto.js';

/** The settings without their secrets. */
export function publicSettings(settings: RemoteDirectorSettings): ShownDirectorSettings {
  const { kind, address, port, consoleName, timezone, restoreJob, restoreRoots, staging } = settings;
  const { key, ...tls } = settings.tls;
  const { key: catalogKey, ...catalogTls } = settings.catalogTls;
  return {
    kind,
    address,
    port,
    consoleName,
    timezone,
    restoreJob,
    restoreRoots,
    staging,
    tls: { ...tls, hasKey: key !== null },
    catalogUrl: shownPostgresUrl(settings.catalogUrl),
    catalogTls: { ...catalogTls, hasKey: catalogKey !== null },
  };
}

interface Secrets {
  readonly password: string;
  readonly catalogUrl: string;
  readonly key: string | null;
  /** Absent in rows that were written before there was one. */
  readonly catalogKey?: string | null;
}

/** What of the settings a row keeps unsealed. */
type OpenSettings = Omit<
  RemoteDirectorSettings,
  'name' | 'password' | 'catalogUrl' | 'tls' | 'catalogTls' | 'staging'
> & {
  readonly tls: Omit<TlsSettings, 'key'>;
  /** Absent in rows that were written before there was one. */
  readonly catalogTls?: Omit<CatalogTls, 'key'>;
  /** The same. */
  readonly staging?: Staging | null;
};

type StoredColumns = Pick<ConfiguredDirectorEntity, 'settings' | 'sealed'>;

/** What the row keeps of these settings: secrets sealed for this very row, the rest readable. */
export function columnsOf(settings: RemoteDirectorSettings, box: SecretBox): StoredColumns {
  const { name, password, catalogUrl, tls, catalogTls, ...others } = settings;
  const { key, ...openTls } = tls;
  const { key: catalogKey, ...openCatalogTls } = catalogTls;
  const open: OpenSettings = { ...others, tls: openTls, catalogTls: openCatalogTls };
  const secrets: Secrets = { password, catalogUrl, key, catalogKey };
  return { settings: open, sealed: box.seal(JSON.stringify(secrets), placeOf(name)) };
}

/** The settings of a row. Throws an Error where its secrets cannot be opened with the keys given. */
export function settingsOf(row: ConfiguredDirectorEntity, box: SecretBox): RemoteDirectorSettings {
  return settingsWith(row, JSON.parse(box.open(row.sealed, placeOf(row.name))) as Secrets);
}

/** What of a row can be read without any key. */
export function withoutSecrets(row: ConfiguredDirectorEntity): RemoteDirectorSettings {
  return settingsWith(row, { password: '', catalogUrl: '', key: null });
}

function settingsWith(row: ConfiguredDirectorEntity, secrets: Secrets): RemoteDirectorSettings {
  const open = row.settings as OpenSettings;
  const { password, catalogUrl, key, catalogKey = null } = secrets;
  const catalogTls = { ...noCatalogTls, ...open.catalogTls, key: catalogKey };
  const staging = open.staging ?? null;
  return { ...open, name: row.name, password, catalogUrl, tls: { ...open.tls, key }, catalogTls, staging };
}

function placeOf(name: string): string {
  return `configured_director ${name}`;
}

/** The settings after a change; members that the body leaves out stay. */
export function changedSettings(before: RemoteDirectorSettings, body: ChangeDirectorBody): RemoteDirectorSettings {
  const { address, port, password, catalogUrl, timezone } = body;
  return {
    ...before,
    ...(address === undefined ? {} : { address }),
    ...(port === undefined ? {} : { port }),
    ...(password === undefined ? {} : { password }),
    ...(catalogUrl === undefined ? {} : { catalogUrl }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(body.console === undefined ? {} : { consoleName: body.console }),
    ...(body.restoreJob === undefined ? {} : { restoreJob: body.restoreJob }),
    ...(body.restoreRoots === undefined ? {} : { restoreRoots: body.restoreRoots }),
    ...(body.staging === undefined ? {} : { staging: changedStaging(body.staging) }),
    ...(body.tls === undefined ? {} : { tls: changedTls(before.tls, body.tls) }),
    catalogTls: changedCatalogTls(before.catalogTls, body.catalogTls),
  };
}

/** A folder that is no usable one stays as it was written: the check of the settings names it. */
function changedStaging(body: StagingBody | null): Staging | null {
  return body && { client: body.client, folder: stagingFolderOf(body.folder) ?? body.folder };
}

function changedTls(before: TlsSettings, body: TlsBody): TlsSettings {
  const { mode, serverName = null } = body;
  return { mode, serverName, ...changedPem(before, body) };
}

function changedCatalogTls(before: CatalogTls, body: CatalogTlsBody | null | undefined): CatalogTls {
  if (body === undefined) return before;
  return body === null ? noCatalogTls : changedPem(before, body);
}

/** A private key that is left out stays as long as its certificate does. */
function changedPem(before: CatalogTls, body: CatalogTlsBody): CatalogTls {
  const { ca = null, certificate = null } = body;
  const previousKey = certificate !== null && certificate === before.certificate ? before.key : null;
  return { ca, certificate, key: body.key === undefined ? previousKey : body.key };
}

/** For the audit record: which members changed, with secrets only named. */
export function auditedSettings(settings: RemoteDirectorSettings): Record<string, unknown> {
  const { tls, catalogUrl, catalogTls, ...others } = settings;
  const { ca: catalogCa, certificate: catalogCertificate } = catalogTls;
  return {
    ...others,
    catalogUrl: shownPostgresUrl(catalogUrl),
    catalogCa,
    catalogCertificate,
    tls: tls.mode,
    certificate: tls.certificate,
  };
}
