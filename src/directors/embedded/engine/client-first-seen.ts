import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When each client was first configured, kept in a small file: Bacula's catalog has no column for it. */
export class ClientFirstSeen {
  private readonly seen: ReadonlyMap<string, Date>;

  /** Adds clients that are new; those that are no longer configured are forgotten. */
  constructor(folder: string, clients: readonly string[], now: Date) {
    const file = join(folder, 'clients.json');
    const before = readSightings(file);
    this.seen = new Map(clients.map((name) => [name, before.get(name) ?? now]));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const text = JSON.stringify(
      Object.fromEntries([...this.seen].map(([name, at]) => [name, at.toISOString()])),
      null,
      2,
    );
    writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  firstSeenAt(client: string): Date {
    return this.seen.get(client) ?? new Date(0);
  }
}

/** A file that is missing or spoilt only means that the clients are seen now for the first time. */
function readSightings(file: string): ReadonlyMap<string, Date> {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const entries = Object.entries(record).map(([name, at]) => [name, new Date(String(at))] as const);
    return new Map(entries.filter(([, at]) => !Number.isNaN(at.getTime())));
  } catch {
    return new Map();
  }
}
