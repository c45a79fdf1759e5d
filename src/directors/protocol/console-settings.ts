/** How TLS is reached for one Director. Kept by us: some Directors accept clear text although their configuration demands TLS. */
export interface TlsSettings {
  /** `required` ends the log-in where no TLS comes about; `preferred` takes it where offered; `none` speaks clear text. */
  readonly mode: 'required' | 'preferred' | 'none';
  /** PEM. With `ca` or `certificate` TLS goes by certificates, without both by a pre-shared key made of the password. */
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** The name that the Director's certificate must carry; absent: `host`. */
  readonly serverName?: string;
}

/** The Director's address for consoles, and our credentials. */
export interface ConsoleSettings {
  readonly product: 'bacula' | 'bareos';
  /** The Director's name in sentences for people. */
  readonly directorName: string;
  readonly host: string;
  readonly port: number;
  /** Name of a Console resource; null: the default console, whose password is the Director's own. */
  readonly consoleName: string | null;
  /** In clear, or as `[md5]` and 32 hexadecimal digits. Either lets its owner log in. */
  readonly password: string;
  readonly tls: TlsSettings;
}

export const defaultConsoleName = '*UserAgent*';

export function consoleNameOf(settings: ConsoleSettings): string {
  return settings.consoleName ?? defaultConsoleName;
}

/** The Director in a sentence, with its address and without any secret. */
export function directorIn(settings: ConsoleSettings): string {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return `Director ${settings.directorName} (${host}:${settings.port})`;
}

export function usesCertificates(tls: TlsSettings): boolean {
  return tls.ca !== undefined || tls.certificate !== undefined;
}
