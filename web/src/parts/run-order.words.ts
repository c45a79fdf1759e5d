import { catalogue } from '../words/words';

export const runOrderWords = catalogue(
  {
    inDoubt: (detail: string) =>
      `${detail} It is not known whether the run has started: press again to find out, nothing starts twice.`,
  },
  {
    inDoubt: (detail) =>
      `${detail} Ob der Lauf begonnen hat, ist nicht bekannt: Drücken Sie noch einmal, um es zu erfahren, nichts beginnt doppelt.`,
  },
);
