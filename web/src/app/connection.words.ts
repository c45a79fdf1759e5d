import { catalogue } from '../i18n/messages';

export const connectionWords = catalogue(
  {
    lost: "Can't reach the console.",
    lostSince: (time: string) => `No response since ${time}. The page updates when the console is back.`,
    notLoaded: 'Page not loaded',
    opensWhenBack: 'This page has not been loaded yet. It opens when the console is back.',
    broken: 'This page cannot be shown',
    brokenText: 'An error occurred while displaying the page. The other pages still work.',
    missingText: 'A file of this page is missing, even after a reload. The console may be in the middle of an upgrade.',
    reload: 'Reload',
    details: 'Details',
  },
  {
    lost: 'Die Konsole ist nicht zu erreichen.',
    lostSince: (time) => `Keine Antwort seit ${time}. Die Seite geht weiter, wenn die Konsole wieder da ist.`,
    notLoaded: 'Seite nicht geladen',
    opensWhenBack: 'Diese Seite war noch nicht geöffnet. Sie öffnet sich, wenn die Konsole wieder da ist.',
    broken: 'Diese Seite kann nicht gezeigt werden',
    brokenText: 'Beim Anzeigen der Seite trat ein Fehler auf. Die anderen Seiten funktionieren weiter.',
    missingText:
      'Eine Datei dieser Seite fehlt, auch nach dem Neuladen. Vielleicht wird die Konsole gerade aktualisiert.',
    reload: 'Neu laden',
    details: 'Einzelheiten',
  },
);
