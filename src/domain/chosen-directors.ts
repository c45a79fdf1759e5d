import { type DirectorEntry, type Directors } from './directors.port.js';
import { invalidField } from './errors.js';

/** In place of a Director's name: all of them. */
export const everyDirector = '*';

/** The one Director that a call means. `*` is refused: the call is about one. */
export function chosenDirector(directors: Directors, name?: string): DirectorEntry {
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
