import { type SmtpSecurity, type SmtpServer } from '../domain/channel.js';
import { type SettingsReader } from './settings-reader.js';

/** The mail server of the installation. */
export interface MailSettings {
  readonly server: SmtpServer;
  /** Sender's address: `backup@example.org` or `Backup Console <backup@example.org>`. */
  readonly from: string;
}

const defaultPorts: Readonly<Record<SmtpSecurity, number>> = { tls: 465, starttls: 587, none: 25 };
const mailbox = /^(?:[^<>"\p{Cc}]*<[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>|[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+)$/u;

/** SMTP_URL and SMTP_FROM, or null without a server. Errors are reported without the password. */
export function readOwnMailServer(reader: SettingsReader): MailSettings | null {
  const text = reader.secretUrl('SMTP_URL', ['smtp:', 'smtps:']);
  const from = reader.text('SMTP_FROM', '').trim();
  if (text === null) {
    if (from !== '') reader.addError('SMTP_FROM', 'requires SMTP_URL, the mail server of this sender');
    return null;
  }
  if (!mailbox.test(from)) {
    reader.addError(
      'SMTP_FROM',
      'must be set together with SMTP_URL, to a single address, for example backup@example.org',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const server = url && serverOf(url);
  if (typeof server === 'string') reader.addError('SMTP_URL', server);
  return server && typeof server !== 'string' ? { server, from } : null;
}

/** The server, or the error of the address. */
function serverOf(url: URL): SmtpServer | string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') return 'must contain a host, for example smtp://mail.example.org';
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return 'must end after host and port';
  const credentials = credentialsOf(url);
  if (credentials === null) return 'contains a % that is not part of a percent-encoding; write %25 instead';
  const security = securityOf(url, host, credentials.username !== null);
  if (security === null) return 'allows no parameter except ?starttls=never, and that only with smtp://';
  if (security === 'none' && credentials.username !== null) {
    return 'has ?starttls=never, which would send its password in clear text';
  }
  return { host, port: Number(url.port) || defaultPorts[security], security, ...credentials };
}

function credentialsOf({ username, password }: URL): Pick<SmtpServer, 'username' | 'password'> | null {
  try {
    return { username: decodeURIComponent(username) || null, password: decodeURIComponent(password) || null };
  } catch {
    return null;
  }
}

/** TLS, except for a relay on this host without a password, and if the address disables it. */
function securityOf(url: URL, host: string, hasPassword: boolean): SmtpSecurity | null {
  if (url.search !== '' && (url.search !== '?starttls=never' || url.protocol === 'smtps:')) return null;
  if (url.protocol === 'smtps:') return 'tls';
  const isThisMachine = host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
  return url.search !== '' || (isThisMachine && !hasPassword) ? 'none' : 'starttls';
}
