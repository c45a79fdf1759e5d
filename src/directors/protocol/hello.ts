import { type ConsoleSettings, consoleNameOf, directorIn, usesCertificates } from './console-settings.js';
import { WireFailure } from './protocol-error.js';

const fewestBytes = 16;
const mostBytes = 142;
const mostNameBytes = 127;
/** Bareos chooses the form of its answers by this; from 18.2 on they are the ones that welcome.ts reads. */
const bareosVersion = '25.1.0';

/** The first line to a Director. Throws WireFailure (`credentials`) where the console's name cannot be one. */
export function helloLine(settings: ConsoleSettings): string {
  const name = checkedName(settings).replaceAll(' ', '\x01');
  // A version of 1 or more would make Bacula compress its frames; without a number it would not read the wish for TLS.
  const tail = settings.product === 'bareos' ? `version ${bareosVersion}` : `0 tlspsk=${offer(settings)}`;
  const line = `Hello ${name} calling ${tail}\n`;
  const bytes = Buffer.byteLength(line);
  if (bytes < fewestBytes || bytes > mostBytes) throw unfit(settings, 'is too long for a Director');
  return line;
}

/** Bacula's number: 100 times the wish for a pre-shared key plus the wish for certificates, each 0 none, 1 can, 2 must. */
function offer(settings: ConsoleSettings): number {
  if (settings.tls.mode === 'none') return 0;
  // "Can" even where we insist: a Director without TLS then says so in a way that can be told from a wrong name.
  return usesCertificates(settings.tls) ? 1 : 100;
}

function checkedName(settings: ConsoleSettings): string {
  const name = consoleNameOf(settings);
  if (name === '' || name.trim() !== name) throw unfit(settings, 'is empty, or starts or ends with a space');
  if (/[\p{Cc}\p{Cs}"\\]/u.test(name)) throw unfit(settings, 'contains a quote, a backslash or a control character');
  if (Buffer.byteLength(name) > mostNameBytes) throw unfit(settings, `is longer than ${mostNameBytes} bytes`);
  return name;
}

function unfit(settings: ConsoleSettings, what: string): WireFailure {
  const sentence = `The console name for ${directorIn(settings)} ${what}. Use the name of a Console resource.`;
  return new WireFailure('credentials', sentence);
}
