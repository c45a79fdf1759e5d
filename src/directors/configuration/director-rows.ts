import { type RemoteDirectorSettings, type TlsSettings } from '../../domain/director-settings.js';
import { shownPostgresUrl } from '../../platform/database/shown-postgres-url.js';
import { type SecretBox } from '../../platform/security/secret-box.js';
import { type ConfiguredDirectorEntity } from './configured-director.entity.js';
import { type ChangeDirectorBody, type TlsBody } from './director-configurations.dto.js';

interface Secrets {
  readonly password: string;
  readonly catalogUrl: string;
  readonly key: string | null;
}

/** What of the settings a row keeps unsealed. */
export type OpenSettings = Omit<RemoteDirectorSettings, 'name' | 'password' | 'catalogUrl' | 'tls'> & {
  readonly tls: Omit<TlsSettings, 'key'>;
};

type StoredColumns = Pick<ConfiguredDirectorEntity, 'settings' | 'sealed'>;

/** What the row keeps of these settings: secrets sealed for this very row, the rest readable. */
export function columnsOf(settings: RemoteDirectorSettings, box: SecretBox): StoredColumns {
  const { name, password, catalogUrl, tls, ...others } = settings;
  const { key, ...openTls } = tls;
  const open: OpenSettings = { ...others, tls: openTls };
  const secrets: Secrets = { password, catalogUrl, key };
  return { settings: open, sealed: box.seal(JSON.stringify(secrets), placeOf(name)) };
}

/** The settings of a row. Throws an Error where its secrets cannot be opened with the keys given. */
export function settingsOf(row: ConfiguredDirectorEntity, box: SecretBox): RemoteDirectorSettings {
  const open = row.settings as OpenSettings;
  const { password, catalogUrl, key } = JSON.parse(box.open(row.sealed, placeOf(row.name))) as Secrets;
  return { ...open, name: row.name, password, catalogUrl, tls: { ...open.tls, key } };
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
    ...(body.tls === undefined ? {} : { tls: changedTls(before.tls, body.tls) }),
  };
}

/** A private key that is left out stays as long as its certificate does. */
function changedTls(before: TlsSettings, body: TlsBody): TlsSettings {
  const { mode, ca = null, certificate = null, serverName = null } = body;
  const kept = certificate !== null && certificate === before.certificate ? before.key : null;
  return { mode, ca, certificate, serverName, key: body.key === undefined ? kept : body.key };
}

/** For the audit record: which members changed, with secrets only named. */
export function auditedSettings(settings: RemoteDirectorSettings): Record<string, unknown> {
  const { tls, catalogUrl, ...others } = settings;
  return { ...others, catalogUrl: shownPostgresUrl(catalogUrl), tls: tls.mode, certificate: tls.certificate };
}
