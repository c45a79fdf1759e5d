import { type Welcome } from '../protocol/handshake.js';

/** The mode in which commands answer with one JSON document each. It never prompts. */
export const jsonMode = '.api json compact=yes';
/** The machine mode without JSON: the only one in which a Director forwards the output of clients and storages. */
export const textMode = '.api 1';

/** Since this version a Director returns its own status and its schedule as JSON. */
const firstWithStatus = [25, 1] as const;

export function reportsStatusAsJson({ version }: Pick<Welcome, 'version'>): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major > firstWithStatus[0] || (major === firstWithStatus[0] && minor >= firstWithStatus[1]);
}
