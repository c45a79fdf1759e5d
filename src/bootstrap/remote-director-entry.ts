import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  addressPattern,
  type CatalogTls,
  consoleNamePattern,
  defaultConsolePort,
  directorNamePattern,
  isTimezone,
  type RemoteDirectorSettings,
  type RemoteKind,
  type Staging,
  stagingFolderOf,
  tlsModes,
  type TlsSettings,
} from '../domain/director-settings.js';
import { isWhole } from '../features/directors/connections/catalog-files.js';
import { readPostgresUrl } from '../database/postgres-url.js';
import { type YamlFields } from '../config/yaml-fields.js';
import { certificatesIn, privateKeyIn } from '../platform/security/pem.js';

/** Reads how a Bacula or Bareos Director is reached; faults go where the fields keep them, and never repeat a secret. */
export function readRemoteDirector(fields: YamlFields, name: string, kind: RemoteKind): RemoteDirectorSettings {
  return {
    name,
    kind,
    address: addressOf(fields),
    port: fields.integer('port', defaultConsolePort, 1, 65_535),
    consoleName: consoleNameOf(fields),
    password: secretOf(fields, 'password') ?? '',
    tls: tlsOf(fields),
    catalogUrl: catalogUrlOf(fields),
    catalogTls: catalogTlsOf(fields),
    timezone: timezoneOf(fields),
    restoreJob: fields.optionalText('restoreJob'),
    restoreRoots: rootsOf(fields),
    staging: stagingOf(fields),
  };
}

function addressOf(fields: YamlFields): string {
  const address = fields.text('address');
  if (address !== '' && !addressPattern.test(address)) {
    fields.errorAt('address', 'must be a host name or an IP address, without port and scheme');
  }
  return address;
}

function consoleNameOf(fields: YamlFields): string | null {
  const name = fields.optionalText('console');
  if (name !== null && name !== '' && !consoleNamePattern.test(name)) {
    fields.errorAt('console', 'must be the name of a Console resource of the Director');
  }
  return name;
}

/** The secret itself, or the content of the file that `<field>File` names. */
function secretOf(fields: YamlFields, field: string): string | null {
  const fileField = `${field}File`;
  const [inline, file] = [fields.has(field) ? fields.text(field) : null, fields.optionalText(fileField)];
  if (inline !== null && file !== null) fields.errorAt(field, `cannot be combined with ${fileField}`);
  if (inline !== null) return inline;
  if (file !== null) return fileText(fields, fileField, file);
  fields.errorAt(field, `is missing; specify it here, or in a file named by ${fileField}`);
  return null;
}

function fileText(fields: YamlFields, field: string, file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text === '') fields.errorAt(field, `names the file ${file}, which is empty`);
    return text;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    fields.errorAt(field, `names the file ${file}, which cannot be read (${code})`);
    return null;
  }
}

function tlsOf(fields: YamlFields): TlsSettings {
  if (!fields.isMapping('tls')) {
    const mode = fields.choice('tls', tlsModes, 'required');
    return { mode, ca: null, certificate: null, key: null, serverName: null };
  }
  const tls = fields.mapping('tls');
  const mode = tls.choice('mode', tlsModes, 'required');
  // Text that is no PEM is left to OpenSSL, which accepts more formats.
  const texts = pemFilesOf(tls, (_field, text) => text);
  const settings = { mode, ...texts, serverName: tls.optionalText('serverName') };
  if ((settings.certificate === null) !== (settings.key === null)) rejectIncomplete(tls);
  tls.rejectUnknownFields();
  return settings;
}

function catalogTlsOf(fields: YamlFields): CatalogTls {
  const tls = fields.mapping('catalogTls');
  const texts = pemFilesOf(tls, (field) => {
    tls.errorAt(field, 'names a file without a PEM certificate or a PEM private key without passphrase');
    return null;
  });
  if (!isWhole(texts)) rejectIncomplete(tls);
  tls.rejectUnknownFields();
  return texts;
}

function rejectIncomplete(tls: YamlFields): void {
  tls.errorAt('keyFile', 'and certificateFile require each other: specify both or neither');
}

/** Of a file with a certificate and its key, the certificate alone counts as one: certificates are shown. */
function pemFilesOf(tls: YamlFields, otherwise: (field: string, text: string) => string | null): CatalogTls {
  const pem = (field: string, take: (text: string) => string | null): string | null => {
    const file = tls.optionalText(field);
    const text = file === null ? null : fileText(tls, field, file);
    return text === null ? null : (take(text) ?? otherwise(field, text));
  };
  return {
    ca: pem('caFile', certificatesIn),
    certificate: pem('certificateFile', certificatesIn),
    key: pem('keyFile', privateKeyIn),
  };
}

function catalogUrlOf(fields: YamlFields): string {
  const url = secretOf(fields, 'catalogUrl') ?? '';
  const isUrl = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol) && isReadable(url);
  if (url !== '' && !isUrl) fields.errorAt('catalogUrl', 'must be a URL that starts with postgres:// or postgresql://');
  return url;
}

function isReadable(url: string): boolean {
  try {
    readPostgresUrl(url);
    return true;
  } catch {
    return false;
  }
}

function timezoneOf(fields: YamlFields): string {
  const timezone = fields.optionalText('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimezone(timezone)) {
    fields.errorAt('timezone', `${timezone} is not a known time zone. Use an IANA name, such as Europe/Berlin`);
  }
  return timezone;
}

function rootsOf(fields: YamlFields): readonly string[] | null {
  if (!fields.has('restoreRoots')) {
    fields.texts('restoreRoots');
    return null;
  }
  const roots = fields.texts('restoreRoots');
  if (!roots.every((root) => isAbsolute(root))) fields.errorAt('restoreRoots', 'must contain absolute folders');
  return roots;
}

function stagingOf(fields: YamlFields): Staging | null {
  if (!fields.has('staging')) {
    fields.optionalText('staging');
    return null;
  }
  const staging = fields.mapping('staging');
  const [client, folder] = [staging.text('client'), staging.text('folder')];
  staging.rejectUnknownFields();
  if (client !== '' && !directorNamePattern.test(client)) {
    staging.errorAt('client', 'must be the name of a Client resource of the Director');
  }
  const normal = stagingFolderOf(folder);
  if (folder !== '' && normal === null) staging.errorAt('folder', 'must be an absolute folder without .., and not /');
  return { client, folder: normal ?? folder };
}
