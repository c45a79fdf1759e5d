import { catalogue } from '../words/words';

export const clientStandingWords = catalogue(
  {
    notInUse: 'not in use',
    pausedUntil: (time: string) => `paused until ${time}`,
    otherwise: (state: string) => `without the pause: ${state}`,
  },
  {
    notInUse: 'nicht in Gebrauch',
    pausedUntil: (time) => `pausiert bis ${time}`,
    otherwise: (state) => `ohne die Pause: ${state}`,
  },
);
