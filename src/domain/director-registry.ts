import { type DirectorEntry, Directors } from './directors.port.js';
import { AppError } from './error-codes.js';

/** The Directors that the configuration names, and those that were added since. */
export class DirectorRegistry extends Directors {
  private entries: readonly DirectorEntry[];
  private readonly ownDefault: string | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(entries: readonly DirectorEntry[]) {
    super();
    this.entries = entries;
    this.ownDefault = entries.find(({ isDefault }) => isDefault)?.name;
  }

  override all(): readonly DirectorEntry[] {
    return this.entries;
  }

  override get(name?: string): DirectorEntry {
    const found = this.entries.find((entry) => (name === undefined ? entry.isDefault : entry.name === name));
    if (found) return found;
    const known = this.entries.map((entry) => entry.name).join(', ');
    throw new AppError('unknown_director', `No Director with this name is configured. Configured: ${known}.`);
  }

  override onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Adds a Director, or replaces the one of the same name. */
  put(entry: Omit<DirectorEntry, 'isDefault'>): void {
    const known = this.entries.find(({ name }) => name === entry.name);
    const added = { ...entry, isDefault: known?.isDefault ?? false };
    this.change(known ? this.entries.map((one) => (one === known ? added : one)) : [...this.entries, added]);
  }

  remove(name: string): void {
    const wasDefault = this.entries.some((entry) => entry.name === name && entry.isDefault);
    this.change(this.entries.filter((entry) => entry.name !== name));
    if (wasDefault) this.chooseDefault(null);
  }

  /** Makes this one the default; null: the default of the configuration file. */
  chooseDefault(name: string | null): void {
    const wanted = name ?? this.ownDefault;
    if (this.entries.every((entry) => entry.isDefault === (entry.name === wanted))) return;
    this.change(this.entries.map((entry) => ({ ...entry, isDefault: entry.name === wanted })));
  }

  private change(entries: readonly DirectorEntry[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }
}
