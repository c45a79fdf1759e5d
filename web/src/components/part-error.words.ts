import { catalogue } from '../i18n/messages';

export const partErrorWords = catalogue(
  { missing: 'This part of the page could not be loaded. Reload the page to try again.', reload: 'Reload' },
  { missing: 'Dieser Teil der Seite ließ sich nicht laden. Laden Sie die Seite neu.', reload: 'Neu laden' },
);
