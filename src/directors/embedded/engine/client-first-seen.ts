import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newNameOf, type Renames } from '../resources/renames.js';

/** When each client was first configured, kept in a small file: Bacula's catalog has no column for it. */
export class ClientFirstSeen {
  private readonly file: string;
  private seen: ReadonlyMap<string, Date>;

  constructor(folder: string) {
    this.file = join(folder, 'clients.json');
    this.seen = readSightings(this.file);
  }

  /** The clients that were configured last. */
  get clients(): readonly string[] {
    return [...this.seen.keys()];
  }

  /** Adds clients that are new; those that are no longer configured are forgotten, except under their new names. */
  follow(clients: readonly string[], now: Date, renames: Renames = []): void {
    const seen = new Map([...this.seen].map(([name, at]) => [newNameOf(renames, 'client', name), at]));
    this.seen = new Map(clients.map((name) => [name, seen.get(name) ?? now]));
    const text = JSON.stringify(
      Object.fromEntries([...this.seen].map(([name, at]) => [name, at.toISOString()])),
      null,
      2,
    );
    writeFileSync(`${this.file}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
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
