/**
 * Remembers in the database, for all replicas, with which Directors TLS worked. `target` tells apart what a name stood for at
 * different times: an entry that leads elsewhere, or demands other certificates, starts without memory.
 */
export abstract class TlsMemory {
  /** Rejects where the database does. */
  abstract hasWorked(director: string, target: string): Promise<boolean>;
  /** Rejects where the database does. */
  abstract remember(director: string, target: string): Promise<void>;
}
