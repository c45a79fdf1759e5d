import { catalogue } from '../i18n/messages';

export const oneDirectorWords = catalogue(
  {
    which: 'Choose a Director',
    nowhere: 'None of the Directors that answer has this. Choose a Director to check anyway:',
    usual: 'Default Director',
  },
  {
    which: 'Das gehört zu einem Director. Zu welchem?',
    nowhere: 'Kein Director, der antwortet, hat es. Sehen Sie bei einem trotzdem nach:',
    usual: 'Der Standard-Director',
  },
);
