import { catalogue } from '../i18n/messages';

export const secretWords = catalogue(
  {
    copyOf: (label: string) => `Copy: ${label}`,
    selected: 'Selected. Press Ctrl+C',
  },
  {
    copyOf: (label) => `Kopieren: ${label}`,
    selected: 'Markiert: Strg C drücken',
  },
);
