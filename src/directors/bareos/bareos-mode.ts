import { type Welcome } from '../protocol/handshake.js';

/** The form in which commands answer with one JSON document each. It asks no questions: what it is told, it does. */
export const jsonMode = '.api json compact=yes';
/** The form for machines without JSON: the only one in which a Director passes on what clients and storages say. */
export const textMode = '.api 1';

/** Since this version a Director tells its own status and the plan of its schedules as JSON. */
const firstWithStatus = [25, 1] as const;

export function tellsStatusAsJson({ version }: Pick<Welcome, 'version'>): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major > firstWithStatus[0] || (major === firstWithStatus[0] && minor >= firstWithStatus[1]);
}
