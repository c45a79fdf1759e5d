import { catalogue } from '../i18n/messages';

export const shownOnceWords = catalogue(
  {
    copy: 'Copy',
    copyOf: (label: string) => `Copy: ${label}`,
    copied: 'Copied',
    selected: 'Selected. Press Ctrl+C',
  },
  {
    copy: 'Kopieren',
    copyOf: (label) => `Kopieren: ${label}`,
    copied: 'Kopiert',
    selected: 'Markiert: drücken Sie Strg C',
  },
);
