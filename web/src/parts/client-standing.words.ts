import { catalogue } from '../words/words';

export const clientStandingWords = catalogue(
  {
    notInUse: 'Not in use',
    pausedUntil: (time: string) => `Muted until ${time}`,
    otherwise: (state: string) => `otherwise: ${state.toLowerCase()}`,
  },
  {
    notInUse: 'nicht in Gebrauch',
    pausedUntil: (time) => `pausiert bis ${time}`,
    otherwise: (state) => `ohne die Pause: ${state}`,
  },
);
