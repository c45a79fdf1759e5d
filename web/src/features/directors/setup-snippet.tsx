import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { type Settings } from './settings';

const lists = ['Job', 'Client', 'Storage', 'Schedule', 'Pool', 'FileSet', 'Catalog', 'Where', 'Command'];

/** The resource that the Director needs for a console of its own. Rights are the roles' of this console, so it needs them all. */
export function consoleResource({ kind, console, password }: Settings): string {
  const all = kind === 'bareos' ? [...lists, 'PluginOptions'] : lists;
  const rights = all.map((list) => `  ${list}ACL = *all*`);
  return ['Console {', `  Name = "${console}"`, `  Password = "${password}"`, ...rights, '}'].join('\n');
}

const inName = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const inText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The statements that make a role which may read the catalog and nothing else. */
export function catalogGrants({ role, rolePassword, database }: Settings): string {
  return [
    `CREATE ROLE ${inName(role)} LOGIN PASSWORD ${inText(rolePassword)};`,
    `GRANT CONNECT ON DATABASE ${inName(database)} TO ${inName(role)};`,
    `GRANT USAGE ON SCHEMA public TO ${inName(role)};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${inName(role)};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${inName(role)};`,
  ].join('\n');
}

/** A text to put somewhere else, shown whole, with a button that copies it where the browser can. */
export function Paste({ label, text }: { readonly label: string; readonly text: string }) {
  const { copy, copied } = useMessages('common');
  const [said, setSaid] = useState('');
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(copied);
    } catch {
      setSaid('');
    }
  };
  return (
    <figure className="paste">
      <figcaption>
        {label}
        {'clipboard' in navigator && (
          <button type="button" aria-label={`${copy}: ${label}`} onClick={() => void take()}>
            {copy}
          </button>
        )}
        <span role="status" className="quiet">
          {said}
        </span>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
