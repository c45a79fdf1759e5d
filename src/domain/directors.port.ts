import { type CatalogPort } from './catalog.port.js';
import { type DirectorPort } from './director.port.js';

/** One configured Director: its commands and its catalog. */
export interface DirectorEntry {
  readonly name: string;
  readonly kind: string;
  readonly isDefault: boolean;
  readonly director: DirectorPort;
  readonly catalog: CatalogPort;
}

/** All configured Directors; exactly one is the default. */
export abstract class Directors {
  abstract all(): readonly DirectorEntry[];
  /** The named Director, without a name the default one; Refusal unknown_director where there is none of that name. */
  abstract get(name?: string): DirectorEntry;
}
