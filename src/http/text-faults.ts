import { type FieldFault } from '../domain/errors.js';

/** No database takes NUL in a text, and half of a surrogate pair becomes another character on its way. */
const impossible = /[\0\p{Cs}]/u;

/** A fault for each field of a query or body that holds, at any depth, a text that could not be stored or looked up as it is. */
export function textFaults(fields: Readonly<Record<string, unknown>>): FieldFault[] {
  return Object.entries(fields)
    .filter(([, value]) => holdsImpossible(value))
    .map(([field]) => {
      const detail = `${field} contains a NUL character or an unpaired surrogate, which is not allowed`;
      return { field, code: 'invalid_characters', detail };
    });
}

function holdsImpossible(value: unknown): boolean {
  if (typeof value === 'string') return impossible.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => impossible.test(name) || holdsImpossible(member));
}
