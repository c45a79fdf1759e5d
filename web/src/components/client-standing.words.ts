import { catalogue } from '../i18n/messages';

export const clientStandingWords = catalogue(
  {
    notInUse: 'Not in use',
    pausedUntil: (time: string) => `Muted until ${time}`,
  },
  {
    notInUse: 'nicht in Gebrauch',
    pausedUntil: (time) => `pausiert bis ${time}`,
  },
);
