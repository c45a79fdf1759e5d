import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { Refusal } from '../../domain/refusals.js';

/** The Directors that the configuration names. */
export class ConfiguredDirectors extends Directors {
  constructor(private readonly entries: readonly DirectorEntry[]) {
    super();
  }

  override all(): readonly DirectorEntry[] {
    return this.entries;
  }

  override get(name?: string): DirectorEntry {
    const found = this.entries.find((entry) => (name === undefined ? entry.isDefault : entry.name === name));
    if (found) return found;
    const known = this.entries.map((entry) => entry.name).join(', ');
    throw new Refusal('unknown_director', `No Director of this name is configured; there is ${known}.`);
  }
}
