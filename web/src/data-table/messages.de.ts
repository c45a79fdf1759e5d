import { plural } from '../i18n/plural';
import { type SameMessages } from '../i18n/same-messages';
import type * as en from './messages.en';

export const dataTable: SameMessages<typeof en.dataTable> = {
  columns: 'Spalten',
  csv: 'als CSV',
  more: 'Weitere Zeilen werden gelesen…',
  goOn: 'Von hier an weiterlesen',
  chosen: (count) => plural('de', count, 'ausgewählt', 'ausgewählt'),
  choose: (name) => `${name} auswählen`,
  chosenHead: 'Ausgewählt',
  chooseNone: 'Nichts auswählen',
  shown: (shown, total) => `${shown} von ${total}`,
  moreThan: (shown, total) => `${shown} von mehr als ${total}`,
  sortBy: (head) => `Nach ${head} ordnen`,
  remove: (name) => `Filter ${name} entfernen`,
  clear: 'Alle Filter entfernen',
  addFilter: 'Filter',
  filters: (set) => (set === 0 ? 'Filter' : `Filter (${set})`),
  moreFilters: 'Mehr Filter',
  fewerFilters: 'Weniger Filter',
  any: 'beliebig',
  none: 'Nichts hier entspricht den Filtern.',
};

export const savedFilters: SameMessages<typeof en.savedFilters> = {
  title: 'Gespeicherte Filter',
  none: 'Für diese Liste sind keine Filter gespeichert.',
  name: 'Name',
  save: 'Jetzige Filter speichern',
  nothing: 'Setzen Sie erst Filter, dann speichern Sie sie hier unter einem Namen.',
  apply: (name) => `${name} anwenden`,
  rename: 'Umbenennen',
  renameOf: (name) => `${name} umbenennen`,
  take: 'Namen speichern',
  cancel: 'Abbrechen',
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  saved: (name) => `Als ${name} gespeichert.`,
  deleted: (name) => `${name} gelöscht.`,
};
