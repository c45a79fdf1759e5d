import { catalogue } from '../i18n/messages';

export const chooserWords = catalogue(
  {
    asTyped: (name: string) => `“${name}” (as typed)`,
    none: 'No matches.',
    names: 'Matching names',
    more: 'There are more. Type part of the name.',
    hint: 'type to search',
  },
  {
    asTyped: (name) => `„${name}“, wie getippt`,
    none: 'Kein solcher Name.',
    names: 'Passende Namen',
    more: 'Es gibt mehr: Tippen Sie einen Teil des Namens.',
    hint: 'tippen zum Suchen',
  },
);
