import { stringify } from 'yaml';
import { type FoundDirector } from '../../domain/director-settings.js';

/** New secrets for the proposal. */
export interface ProposedSecrets {
  readonly consolePassword: string;
  readonly databasePassword: string;
}

const consoleName = 'backup-console';
const roleName = 'backup_console';

/** What to do so that this console speaks to the Director: three pieces of text to put in their places. */
export function proposalFor(director: FoundDirector, secrets: ProposedSecrets): string {
  const parts = [
    `${titleOf(director)}\n`,
    ...director.unreadable.map(unreadLine),
    ...unsupportedLines(director),
    "1. Add this to the Director's configuration and reload it (bconsole: reload):\n",
    indented(consoleResource(director, secrets)),
    '2. Run this as the owner of the catalog (psql):\n',
    indented(grants(director, secrets)),
    '3. Add this to the file that DIRECTORS_FILE names:\n',
    indented(entry(director, secrets)),
    'Then test it: sign in and call POST /api/v1/admin/directors/test, which names the stage that fails, if any.\n',
  ];
  return parts.join('\n');
}

function unreadLine(what: string): string {
  if (!what.startsWith('@|')) return `   ${what} could not be read. Run this command as root to see more.\n`;
  return `   The output of ${what.slice(2)} is included in the configuration and was skipped, because programs are not run.\n`;
}

function unsupportedLines({ unsupportedCatalog }: FoundDirector): string[] {
  if (unsupportedCatalog === null) return [];
  return [
    `   Its catalog is in ${unsupportedCatalog}. Backup Console supports only PostgreSQL catalogs. Migrate the catalog to PostgreSQL first.\n`,
  ];
}

function titleOf({ kind, name, address, port, source }: FoundDirector): string {
  const product = kind === 'bacula' ? 'Bacula' : 'Bareos';
  return `${product} Director "${name}" at ${address}:${port}, according to ${source}`;
}

function indented(text: string): string {
  return `${text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `   ${line}`))
    .join('\n')}\n`;
}

/** Rights are the roles' of this console, so its own console needs them all; the default console stays for people. */
function consoleResource({ kind }: FoundDirector, { consolePassword }: ProposedSecrets): string {
  const lists = ['Job', 'Client', 'Storage', 'Schedule', 'Pool', 'FileSet', 'Catalog', 'Where', 'Command'];
  const more = kind === 'bareos' ? ['PluginOptions'] : [];
  const rights = [...lists, ...more].map((list) => `  ${list}ACL = *all*`);
  return ['Console {', `  Name = "${consoleName}"`, `  Password = "${consolePassword}"`, ...rights, '}'].join('\n');
}

function grants({ catalog }: FoundDirector, { databasePassword }: ProposedSecrets): string {
  const database = catalog?.database ?? 'bacula';
  return [
    `CREATE ROLE ${roleName} LOGIN PASSWORD '${databasePassword}';`,
    `GRANT CONNECT ON DATABASE "${database}" TO ${roleName};`,
    `GRANT USAGE ON SCHEMA public TO ${roleName};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${roleName};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${roleName};`,
  ].join('\n');
}

function entry({ kind, name, address, port, catalog }: FoundDirector, secrets: ProposedSecrets): string {
  const database = catalog ?? { database: kind, address, port: 5432 };
  const host = database.address.startsWith('/') ? '127.0.0.1' : database.address;
  const url = `postgresql://${roleName}:${secrets.databasePassword}@${host}:${database.port}/${encodeURIComponent(database.database)}`;
  const settings = {
    name,
    kind,
    address,
    port,
    console: consoleName,
    password: secrets.consolePassword,
    // A Bacula before 11 knows TLS by certificates alone.
    tls: 'required',
    catalogUrl: url,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const note = kind === 'bacula' ? '# tls: none, or certificates, for Bacula before version 11\n' : '';
  return note + stringify({ directors: [settings] });
}
