import { type Catalog } from './catalog.port.js';
import { type DirectorPort } from './director.port.js';
import { type ShownDirectorSettings } from './director-settings.js';
import { invalidField } from './error-codes.js';

/** One configured Director: its commands and its catalog. */
export interface DirectorEntry {
  readonly name: string;
  readonly kind: string;
  readonly isDefault: boolean;
  /** `file`: from DIRECTORS_FILE, or the embedded one that exists without it. `stored`: added through the API. */
  readonly origin: 'file' | 'stored';
  /** null: reached without any, as the embedded one is. */
  readonly settings: ShownDirectorSettings | null;
  readonly director: DirectorPort;
  readonly catalog: Catalog;
}

/** All configured Directors; exactly one is the default. They may change while the console runs. */
export abstract class Directors {
  abstract all(): readonly DirectorEntry[];
  /** The named Director, without a name the default one; AppError unknown_director where there is none of that name. */
  abstract get(name?: string): DirectorEntry;
  /** Calls back after Directors were added, replaced or removed. Returns the way to stop it. */
  abstract onChange(listener: () => void): () => void;
}

/** In place of a Director's name: all of them. */
export const everyDirector = '*';

/** The Director of a call that is about exactly one. `*` is rejected. */
export function resolveDirector(directors: Directors, name?: string): DirectorEntry {
  if (name === everyDirector) {
    throw invalidField('director', 'director=* is not supported here. Name one Director, or omit it.');
  }
  return directors.get(name);
}

/** The Directors that a list is about, by name in order: one, or with `*` all. */
export function chosenDirectors(directors: Directors, name?: string): readonly DirectorEntry[] {
  if (name !== everyDirector) return [directors.get(name)];
  return [...directors.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
