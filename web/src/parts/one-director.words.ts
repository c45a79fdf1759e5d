import { catalogue } from '../words/words';

export const oneDirectorWords = catalogue(
  {
    which: 'This is of one Director. Which one?',
    nowhere: 'No Director that answers has it. Look at one of them all the same:',
    usual: 'The default Director',
  },
  {
    which: 'Das gehört zu einem Director. Zu welchem?',
    nowhere: 'Kein Director, der antwortet, hat es. Sehen Sie bei einem trotzdem nach:',
    usual: 'Der Standard-Director',
  },
);
