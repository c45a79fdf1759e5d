import { catalogue } from '../../i18n/messages';

export const acknowledgeWords = catalogue(
  {
    title: 'Acknowledgement',
    about: 'Shows others that you are handling the overdue backup. It ends with the next good backup.',
  },
  {
    title: 'Bestätigung',
    about:
      'Zeigt anderen, dass Sie vom Rückstand dieses Jobs wissen und sich kümmern. Sie endet mit der nächsten guten Sicherung.',
  },
);
