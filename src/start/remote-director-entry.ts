import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  addressPattern,
  consoleNamePattern,
  defaultConsolePort,
  isTimezone,
  type RemoteDirectorSettings,
  type RemoteKind,
  tlsModes,
  type TlsSettings,
} from '../domain/director-settings.js';
import { type YamlFields } from '../platform/config/yaml-fields.js';

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
    timezone: timezoneOf(fields),
    restoreJob: fields.optionalText('restoreJob'),
    restoreRoots: rootsOf(fields),
  };
}

function addressOf(fields: YamlFields): string {
  const address = fields.text('address');
  if (address !== '' && !addressPattern.test(address)) {
    fields.fault('address', 'must be a host name or an IP address, without port and scheme');
  }
  return address;
}

function consoleNameOf(fields: YamlFields): string | null {
  const name = fields.optionalText('console');
  if (name !== null && name !== '' && !consoleNamePattern.test(name)) {
    fields.fault('console', 'must be the name of a Console resource of the Director');
  }
  return name;
}

/** The secret itself, or the content of the file that `<field>File` names. */
function secretOf(fields: YamlFields, field: string): string | null {
  const fileField = `${field}File`;
  const [inline, file] = [fields.has(field) ? fields.text(field) : null, fields.optionalText(fileField)];
  if (inline !== null && file !== null) fields.fault(field, `stands beside ${fileField}: give one of the two`);
  if (inline !== null) return inline;
  if (file !== null) return fileText(fields, fileField, file);
  fields.fault(field, `is missing; give it here, or a file that holds it by ${fileField}`);
  return null;
}

function fileText(fields: YamlFields, field: string, file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (text === '') fields.fault(field, `names the file ${file}, which is empty`);
    return text;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    fields.fault(field, `names the file ${file}, which cannot be read (${code})`);
    return null;
  }
}

function tlsOf(fields: YamlFields): TlsSettings {
  if (!fields.isMapping('tls')) {
    const mode = fields.choice('tls', tlsModes, 'required');
    return { mode, ca: null, certificate: null, key: null, serverName: null };
  }
  const tls = fields.mapping('tls');
  const pem = (field: string): string | null => {
    const file = tls.optionalText(field);
    return file === null ? null : fileText(tls, field, file);
  };
  const settings = {
    mode: tls.choice('mode', tlsModes, 'required'),
    ca: pem('caFile'),
    certificate: pem('certificateFile'),
    key: pem('keyFile'),
    serverName: tls.optionalText('serverName'),
  };
  if ((settings.certificate === null) !== (settings.key === null)) {
    tls.fault('keyFile', 'and certificateFile belong together: give both or neither');
  }
  tls.refuseOthers();
  return settings;
}

function catalogUrlOf(fields: YamlFields): string {
  const url = secretOf(fields, 'catalogUrl') ?? '';
  const isUrl = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
  if (url !== '' && !isUrl) fields.fault('catalogUrl', 'must be a URL that begins with postgres:// or postgresql://');
  return url;
}

function timezoneOf(fields: YamlFields): string {
  const timezone = fields.optionalText('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimezone(timezone)) {
    fields.fault('timezone', `${timezone} is no time zone known here; an example is Europe/Berlin`);
  }
  return timezone;
}

function rootsOf(fields: YamlFields): readonly string[] | null {
  if (!fields.has('restoreRoots')) {
    fields.texts('restoreRoots');
    return null;
  }
  const roots = fields.texts('restoreRoots');
  if (!roots.every((root) => isAbsolute(root))) fields.fault('restoreRoots', 'must hold absolute folders');
  return roots;
}
