import { type Schemas } from '../api/ask';
import { count, duration, size } from '../parts/format';
import { catalogue, plural } from '../words/words';

type Check = Pick<Schemas['HealthCheck'], 'id' | 'value' | 'unit' | 'message' | 'hint'>;
type Say = (value: number, name: string) => string;

const runs = (value: number): string => plural('de', value, 'Lauf ist', 'Läufe sind');

/** By the word before the first dot or colon and the one behind it; a name stands in the place of the latter. */
const foundInGerman: Readonly<Record<string, Say>> = {
  'director.answers': (value) => `Der Director antwortet seit ${duration(value)} nicht.`,
  'catalog.answers': (value) => `Der Katalog antwortet seit ${duration(value)} nicht.`,
  'director.timezone': () => 'Der Director lebt in einer anderen Zeitzone, als hier eingestellt ist.',
  'director.clock': (value) => `Die Uhren von Director und Konsole gehen ${count(value)} min auseinander.`,
  'clients.silence': (value) => `${plural('de', value, 'Client schweigt', 'Clients schweigen')}.`,
  'silence.evaluated': (value) => `Seit ${duration(value)} hat niemand nach schweigenden Clients gesehen.`,
  'runs.failed': (value) => `In den letzten 24 Stunden: ${runs(value)} fehlgeschlagen.`,
  'runs.outliers': (value) =>
    `${plural('de', value, 'Vollsicherung war', 'Vollsicherungen waren')} in den letzten 24 Stunden höchstens halb so groß wie üblich.`,
  'record.lag': (value) => `Das Verzeichnis der Läufe ist ${duration(value)} hinter dem Katalog.`,
  'record.lost': (value) => `${runs(value)} aus dem Katalog verschwunden, bevor das Ende gesehen wurde.`,
  'search.index': (value) => `${plural('de', value, 'Lauf fehlt', 'Läufe fehlen')} noch im Suchverzeichnis.`,
  'volumes.error': (value) => `${plural('de', value, 'Volume ist', 'Volumes sind')} fehlerhaft.`,
  pool: (value, name) =>
    value === 0
      ? `Pool ${name} hat keinen Platz mehr.`
      : `Pool ${name} ist voraussichtlich in ${plural('de', value, 'Tag', 'Tagen')} voll.`,
  storage: (value, name) => `Storage ${name}: nur noch ${size(value)} frei.`,
};

/** Where no figure belongs to it. */
const stateInGerman: Readonly<Record<string, (name: string) => string>> = {
  'director.answers': () => 'Der Director hat noch nie geantwortet.',
  'catalog.answers': () => 'Der Katalog hat noch nie geantwortet.',
  'director.timezone': () => 'Der Director lebt in einer anderen Zeitzone, als hier eingestellt ist.',
  configuration: () => 'In director.yaml ist kein Job eingeschaltet.',
  client: (name) => `Client ${name} antwortet dem Director nicht.`,
  storage: (name) => `Storage ${name} ist nicht erreichbar oder nicht beschreibbar.`,
};

const toDoInGerman: Readonly<Record<string, string>> = {
  'director.clock': 'Beide Maschinen sollten ihre Zeit von einem Zeitserver nehmen.',
  'clients.silence': 'Sehen Sie nach den letzten Läufen der Clients, und ob ihre Jobs noch geplant sind.',
  'silence.evaluated': 'Sehen Sie ins Protokoll der Konsole: Die Überwachung der Stille schlägt fehl.',
  'runs.failed': 'Lesen Sie ihre Protokolle und starten Sie sie noch einmal.',
  'runs.outliers': 'Prüfen Sie, ob noch da und eingehängt ist, was sie sichern sollten.',
  'record.lost':
    'Sie wurden gelöscht, oder der Katalog wurde ersetzt. Starten Sie ihre Jobs noch einmal, wo ihre Sicherungen fehlen.',
  'volumes.error':
    'Was darauf liegt, kann verloren sein. Prüfen Sie den Speicher und holen Sie zurück, was fehlt; sonst starten Sie die Jobs als Full.',
  pool: 'Schaffen Sie Platz, fügen Sie Volumes oder eine Platte hinzu, oder kürzen Sie die Aufbewahrung.',
  configuration: 'Fügen Sie einen Job hinzu; die Datei enthält ein Beispiel zum Abschreiben.',
  client: 'Sehen Sie nach, ob sein Dienst läuft und vom Director aus zu erreichen ist.',
  storage:
    'Sehen Sie nach, ob Ordner oder Dienst da, erreichbar und beschreibbar sind, und schaffen Sie Platz, wo er fehlt.',
};

function keyOf(id: string, known: Readonly<Record<string, unknown>>): string {
  return id in known ? id : (/^[a-z]+/.exec(id)?.[0] ?? '');
}

function germanOf({ id, value, message }: Check): string {
  const name = id.replace(/^[a-z]+[.:]/, '');
  if (value === null) return stateInGerman[keyOf(id, stateInGerman)]?.(name) ?? message;
  return foundInGerman[keyOf(id, foundInGerman)]?.(value, name) ?? message;
}

/** What a check found and what to do about it: the API's own words, or the same said by the check's id and figure. */
export const findingWords = catalogue(
  { found: ({ message }: Check): string => message, toDo: ({ hint }: Check): string => hint ?? '' },
  { found: germanOf, toDo: ({ id, hint }) => toDoInGerman[keyOf(id, toDoInGerman)] ?? hint ?? '' },
);
