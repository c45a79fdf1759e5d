import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { type RemoteDirectorSettings, directorNamePattern, remoteKinds } from '../domain/director-settings.js';
import { YamlFields } from '../config/yaml-fields.js';
import { readRemoteDirector } from './remote-director-entry.js';

/** One entry of DIRECTORS_FILE. */
export interface DirectorSetting {
  readonly name: string;
  readonly kind: 'embedded' | RemoteDirectorSettings['kind'];
  readonly isDefault: boolean;
  /** null for the embedded Director, which is reached without any. */
  readonly remote: RemoteDirectorSettings | null;
}

const onlyEmbedded: readonly DirectorSetting[] = [
  { name: 'embedded', kind: 'embedded', isDefault: true, remote: null },
];

/** Reads the list `directors`. Throws an Error with a line for each problem: file, position and message. No line contains a secret. */
export function readDirectorsFile(file: string | null): readonly DirectorSetting[] {
  if (file === null) return onlyEmbedded;
  const errors: string[] = [];
  const root = YamlFields.of(contentOf(file), '', errors);
  const settings = withDefault(root.list('directors').map(settingOf), errors);
  if (errors.length === 0 && settings.length === 0) {
    errors.push(
      'must contain a list `directors` with at least one entry, for example {name: embedded, kind: embedded}',
    );
  }
  root.rejectUnknownFields();
  if (errors.length > 0) throw new Error(errors.map((fault) => `DIRECTORS_FILE ${file}: ${fault}`).join('\n'));
  return settings;
}

function contentOf(file: string): unknown {
  const document = parseDocument(read(file), { logLevel: 'error' });
  const [error] = document.errors;
  // The parser's own message repeats lines of the file, which may contain passwords.
  const line = error?.linePos?.[0].line;
  if (error) throw new Error(`DIRECTORS_FILE ${file}: line ${line ?? '?'} is not valid YAML (${error.code}).`);
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch {
    // Here, too, the parser's message repeats the file: a password that begins with * reads as an alias.
    throw new Error(`DIRECTORS_FILE ${file}: an alias (*name) has no anchor, or there are too many. ${quoteIt}`);
  }
}

const quoteIt = 'Put a value that starts with * in quotes.';

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`DIRECTORS_FILE ${file}: ${(cause as Error).message}`, { cause });
  }
}

function settingOf(fields: YamlFields): DirectorSetting {
  const name = fields.text('name');
  if (name !== '' && !directorNamePattern.test(name)) {
    fields.errorAt('name', 'must be a name of letters, digits, spaces and . _ : - that starts with a letter or digit');
  }
  const kind = fields.choice('kind', ['embedded', ...remoteKinds], 'embedded');
  const isDefault = fields.flag('default', false);
  const remote = kind === 'embedded' ? null : readRemoteDirector(fields, name, kind);
  fields.rejectUnknownFields();
  return { name, kind, isDefault, remote };
}

/** Exactly one is the default: the one that is declared as such, else the first. */
function withDefault(settings: readonly DirectorSetting[], errors: string[]): readonly DirectorSetting[] {
  const names = settings.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) errors.push(`the name ${twice} is used twice`);
  if (settings.filter(({ kind }) => kind === 'embedded').length > 1) {
    errors.push('only one Director of kind embedded is allowed');
  }
  const defaults = settings.filter(({ isDefault }) => isDefault);
  if (defaults.length > 1) errors.push('only one Director can be the default');
  const chosen = defaults[0] ?? settings[0];
  return settings.map((setting) => ({ ...setting, isDefault: setting === chosen }));
}
