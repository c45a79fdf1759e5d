import { type Renames } from './renames.js';
import { type Resources } from './resources.js';

/** Definitions with the text that they were read from. */
export interface Configuration {
  readonly text: string;
  readonly resources: Resources;
}

/** Hears of a change after it was made. `renames`: which resources of before have only got another name. */
type ConfigurationListener = (before: Resources, renames: Renames) => void;

/** Before a valid director.yaml was ever read. */
const noResources: Resources = {
  director: { name: '', timezone: 'UTC' },
  clients: [],
  storages: [],
  pools: [],
  filesets: [],
  schedules: [],
  jobs: [],
};

/**
 * The definitions in force. They are read here whenever they are needed: a copy would be outdated after the next change of
 * director.yaml. Work that must not change its definitions halfway reads them once, when it begins.
 */
export class CurrentResources {
  private readonly listeners = new Set<ConfigurationListener>();

  /** null: there are none yet. */
  constructor(private known: Configuration | null) {}

  get current(): Resources {
    return this.known?.resources ?? noResources;
  }

  get text(): string | null {
    return this.known?.text ?? null;
  }

  /** Whether there are any: else this Director runs nothing. */
  get isKnown(): boolean {
    return this.known !== null;
  }

  replace(next: Configuration, renames: Renames = []): void {
    const before = this.current;
    this.known = next;
    for (const listener of this.listeners) listener(before, renames);
  }

  onChange(listener: ConfigurationListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
