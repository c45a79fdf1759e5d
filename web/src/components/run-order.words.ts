import { catalogue } from '../i18n/messages';

export const runOrderWords = catalogue(
  {
    inDoubt: (detail: string) => `${detail} The run may have started. Press again to check; it does not start twice.`,
  },
  {
    inDoubt: (detail) =>
      `${detail} Ob der Lauf begonnen hat, ist nicht bekannt: Drücken Sie noch einmal, um es zu erfahren, nichts beginnt doppelt.`,
  },
);
