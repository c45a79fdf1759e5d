/** How a Director introduces itself once we are logged in. */
export interface Welcome {
  readonly product: 'bacula' | 'bareos';
  readonly directorName: string;
  /** As `15.0.3`. */
  readonly version: string;
  /** The date in brackets behind the version, in the Director's words. */
  readonly released: string;
  /** Bareos's second message, its only place for the name that we act under; null elsewhere. */
  readonly information: string | null;
}

const bacula = /^1000 OK: \d{1,9} ([^\s]{1,200}) Version: ([^\s]{1,60}) \(([^()\n]{1,60})\)/;
const bareos = /^1000\WOK: ([^\s]{1,200}) Version: ([^\s]{1,60}) \(([^()\n]{1,60})\)/;

/** Null where the text is no welcome. */
export function parseWelcome(text: string): Welcome | null {
  return welcomeOf('bacula', bacula.exec(text)) ?? welcomeOf('bareos', bareos.exec(text));
}

/** Whether the second message (1002) follows: it does where the first one separates its parts by 0x1e. */
export function expectsInformation(text: string): boolean {
  return text.startsWith('1000\x1e');
}

/** The text of Bareos's second message; null where it is none. */
export function parseInformation(text: string): string | null {
  if (!text.startsWith('1002\x1e')) return null;
  return text.slice('1002\x1e'.length).replace(/[\n\0]+$/, '');
}

function welcomeOf(product: 'bacula' | 'bareos', match: RegExpExecArray | null): Welcome | null {
  const [, name, version, released] = match ?? [];
  if (name === undefined || version === undefined || released === undefined) return null;
  // Directors send the spaces of a name as 0x01, here as in the hello.
  return { product, directorName: name.replaceAll('\x01', ' '), version, released, information: null };
}
