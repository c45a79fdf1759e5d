import { count, duration, percent, shortTime, size } from '../components/format';
import { locale } from './language';
import { plural } from './plural';
import { type SameMessages } from './same-messages';
import { figure, said, type Params, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Code = en.Check['code'];

const runs = (params: Params): string => plural('de', figure(params, 'value'), 'Lauf ist', 'Läufe sind');

const clients = (params: Params): string =>
  plural('de', figure(params, 'value'), 'Client ist überfällig', 'Clients sind überfällig');

const span = (params: Params, name = 'value'): string => duration(figure(params, name));

/** The time itself where it is known: how long that is would be untrue soon after. */
const sinceOf = (params: Params): string => String(params['answeredAt'] ?? span(params));

function known(params: Params): string {
  const acknowledged = figure(params, 'known');
  return acknowledged === 0 ? '' : ` ${count(acknowledged)} davon gesehen oder pausiert.`;
}

function day(time: string | number | undefined): string {
  return `am ${new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time ?? 0))}`;
}

/** The part of a daemon that the Director works with, as German names it. */
const daemon = ({ component }: Params): string => (component === 'storage' ? 'Speicher' : 'Client');

/** The place of the first error of director.yaml, its wording, and what runs meanwhile. */
function fileError(params: Params): string {
  const place = params['line'] === undefined ? '' : 'Zeile {line}, Spalte {column}: ';
  const rest = figure(params, 'more');
  const more = rest === 0 ? '' : ` und ${plural('de', rest, 'weiterer Fehler', 'weitere Fehler')}`;
  const result =
    params['configured'] === 'yes' ? 'Die letzte gültige Fassung gilt weiter.' : 'Bis sie gültig ist, läuft kein Job.';
  return `${place}„{error}“${more}. ${result}`;
}

const found: Sentences<Code> = {
  'director.answers': 'Der Director antwortet.',
  'director.never_answered': 'Der Director hat noch nie geantwortet.',
  'director.no_answer': (params) => `Der Director antwortet seit ${sinceOf(params)} nicht.`,
  'catalog.answers': 'Der Katalog antwortet.',
  'catalog.never_answered': 'Der Katalog hat noch nie geantwortet.',
  'catalog.no_answer': (params) => `Der Katalog antwortet seit ${sinceOf(params)} nicht.`,
  'director.runs': 'Der eingebettete Director läuft.',
  'director.recovering': 'Der eingebettete Director nimmt seinen Katalog wieder in Besitz.',
  'director.elsewhere': 'Ein anderer Prozess führt die Jobs dieses Katalogs aus.',
  'director.timezone':
    'Der Director lebt nicht in der Zeitzone {timezone}: Die Zeiten seiner Läufe werden falsch angezeigt.',
  'director.commands_denied': 'Der Director erlaubt dieser Konsole nicht: {commands}.',
  'director.clock': 'Die Uhren von Director und Konsole gehen {minutes} min auseinander.',
  'record.never_read': 'Das Verzeichnis der Läufe wurde noch nie aus dem Katalog gelesen.',
  'record.up_to_date': 'Das Verzeichnis der Läufe ist auf dem neuesten Stand.',
  'record.behind': (params) => `Das Verzeichnis der Läufe ist ${span(params)} hinter dem Katalog.`,
  'record.complete': 'Jeder Lauf wurde bis zu seinem Ende gesehen.',
  'record.lost': (params) =>
    `${runs(params)} aus dem Katalog verschwunden, bevor das Ende gesehen wurde.${known(params)}`,
  'runs.none_failed': 'In den letzten 24 Stunden schlug kein Lauf fehl.',
  'runs.failed': (params) => `In den letzten 24 Stunden: ${runs(params)} fehlgeschlagen.${known(params)}`,
  'runs.normal_size': 'Keine Vollsicherung war ungewöhnlich klein.',
  'runs.small': (params) =>
    `${plural('de', figure(params, 'value'), 'Vollsicherung war', 'Vollsicherungen waren')} in den letzten 24 Stunden höchstens halb so groß wie üblich.${known(params)}`,
  'search.current': '{held} von {runs} Läufen sind im Suchindex.',
  'search.stalled': (params) =>
    `{held} von {runs} Läufen sind im Suchindex, und seit ${span(params, 'stalledSeconds')} kam keiner dazu.`,
  'clock.in_doubt':
    'Die Uhr zeigt {now}, die letzte glaubhafte Zeit war {since}: Nichts wird seines Alters wegen gelöscht.',
  'clients.dated_ahead': (params) => {
    const more = figure(params, 'more');
    return `Sicherungen mit einem Datum in der Zukunft: {clients}${more === 0 ? '' : ` und ${plural('de', more, 'weiterer', 'weitere')}`}.`;
  },
  'jobs.never_start': 'Zeitpläne, die nie starten: {starts}.',
  'runs.no_progress': 'Läufe ohne Fortschritt: {runs}.',
  'silence.watched': 'Das Alter der Sicherungen wird ausgewertet.',
  'silence.not_watched': (params) => `Seit ${span(params)} wurde das Alter der Sicherungen nicht ausgewertet.`,
  'clients.none_silent': 'Kein Client ist überfällig.',
  'clients.silent': (params) => {
    const more = figure(params, 'more');
    const rest = more === 0 ? '' : ` und ${plural('de', more, 'weiterer', 'weitere')}`;
    return `${clients(params)}, der längste seit ${span(params, 'oldestSeconds')}: {clients}${rest}.${known(params)}`;
  },
  'jobs.protected': (params) =>
    figure(params, 'monitored') === 0
      ? 'Kein Job wird überwacht.'
      : `${count(figure(params, 'value'))} von ${plural('de', figure(params, 'monitored'), 'überwachten Job hat', 'überwachten Jobs haben')} rechtzeitig eine gute Sicherung.`,
  'jobs.unprotected': 'Noch ist nichts gesichert: Kein Job hat eine gute Sicherung.',
  'jobs.unread': 'Die Vorgeschichte der Jobs ist noch nicht gelesen.',
  'jobs.overdue': (params) => {
    const [never, lost] = [figure(params, 'never'), figure(params, 'lost')];
    const late = figure(params, 'value') - never - lost;
    const critical = figure(params, 'critical');
    const how = critical === late ? 'kritisch überfällig' : 'überfällig';
    const ofThem = critical > 0 && critical < late ? ` (${count(critical)} davon kritisch)` : '';
    const parts = [
      ...(late > 0 ? [`${plural('de', late, 'Job', 'Jobs')} ${how}${ofThem}`] : []),
      ...(lost > 0
        ? [`${plural('de', lost, 'Job', 'Jobs')} ohne eine Sicherung, die sich noch wiederherstellen lässt`]
        : []),
      ...(never > 0 ? [`${plural('de', never, 'Job', 'Jobs')} nie gesichert`] : []),
    ];
    const more = figure(params, 'more');
    const rest = more === 0 ? '' : ` und ${plural('de', more, 'weiterer', 'weitere')}`;
    return `${parts.join(', ')}: {jobs}${rest}.${known(params)}`;
  },
  'volumes.ok': 'Kein Volume ist fehlerhaft.',
  'volumes.error': (params) => `${plural('de', figure(params, 'value'), 'Volume ist', 'Volumes sind')} fehlerhaft.`,
  'pool.full': 'Pool {pool} hat keinen Platz mehr.',
  'pool.filling': ({ expected, earliest, latest }) =>
    `Pool {pool} ist voraussichtlich ${day(expected)} voll (frühestens ${day(earliest)}${latest === undefined ? '' : `, spätestens ${day(latest)}`}).`,
  'storage.space': (params) =>
    `Speicher {storage}: ${size(figure(params, 'value'))} frei (${percent(figure(params, 'freeShare'))}).`,
  'storage.unwritable': 'Speicher {storage}: In seinen Ordner kann nicht geschrieben werden.',
  'daemon.answers': (params) => `${daemon(params)} {name} antwortet dem Director.`,
  'daemon.not_seen': (params) => `Nach ${daemon(params)} {name} wurde noch nicht gesehen.`,
  'daemon.no_answer': (params) => `${daemon(params)} {name} antwortet dem Director nicht.`,
  'jobs.none_enabled': 'In director.yaml ist kein Sicherungsjob eingeschaltet.',
  'jobs.scheduled': 'Alle Jobs haben einen Zeitplan.',
  'jobs.unscheduled': 'Jobs ohne Zeitplan: {jobs}.',
  'configuration.invalid': (params) => `director.yaml ist fehlerhaft: ${fileError(params)}`,
  'configuration.rejected': (params) =>
    `director.yaml gilt nicht, weil sonst Sicherungen unerreichbar wären: ${fileError(params)}`,
  'configuration.missing': (params) => `director.yaml fehlt: ${fileError(params)}`,
  'configuration.unwritten': (params) =>
    `director.yaml ließ sich nicht schreiben; was gilt, ist neuer: ${fileError(params)}`,
  'backups.unverified': 'Noch wurde keine aufbewahrte Sicherung geprüft.',
  'backups.verified': (params) =>
    `Sicherungen zuletzt geprüft {atShown}: keine Abweichung in ${plural('de', figure(params, 'value'), 'Lauf', 'Läufen')}.`,
  'backups.differ': (params) => {
    const more = figure(params, 'more');
    const rest = more === 0 ? '' : ` und ${plural('de', more, 'weiterem', 'weiteren')}`;
    return `${plural('de', figure(params, 'value'), 'Abweichung', 'Abweichungen')} von dem, was gesichert wurde, in Lauf {runs}${rest}.`;
  },
};

const log = 'Sehen Sie ins Protokoll der Konsole.';

/** What to do where something is wrong; of what is always well there is nothing to say. */
const toDo: Readonly<Partial<Sentences<Code>>> = {
  'director.never_answered': 'Sehen Sie nach, ob er läuft und von hier aus zu erreichen ist. {said}',
  'director.no_answer': 'Sehen Sie nach, ob er läuft und von hier aus zu erreichen ist. {said}',
  'catalog.never_answered': 'Sehen Sie nach, ob seine Datenbank läuft und von hier aus zu erreichen ist. {said}',
  'catalog.no_answer': 'Sehen Sie nach, ob seine Datenbank läuft und von hier aus zu erreichen ist. {said}',
  'director.recovering': 'Seine Datenbank war weg. Es braucht nichts als einen Augenblick.',
  'director.elsewhere': 'Befehle gehen an jenen Prozess; dieser übernimmt, wenn jener endet.',
  'director.timezone': 'Tragen Sie in seinen Einstellungen hier die Zeitzone ein, in der er lebt.',
  'director.commands_denied':
    'Was diese Befehle braucht, wird abgelehnt. Erlauben Sie sie in der Command ACL der Konsole.',
  'director.clock': 'Beide Maschinen sollten ihre Zeit von einem Zeitserver nehmen.',
  'record.never_read': `${log} {said}`,
  'record.behind': `${log} {said}`,
  'record.lost':
    'Sie wurden gelöscht, oder der Katalog wurde ersetzt. Starten Sie ihre Jobs noch einmal, wo ihre Sicherungen fehlen.',
  'runs.failed': 'Lesen Sie die Protokolle und starten Sie die Jobs noch einmal.',
  'runs.small': 'Prüfen Sie, ob noch da und eingehängt ist, was sie sichern sollten.',
  'search.stalled': `${log} {said}`,
  'clock.in_doubt':
    'Geht die Uhr richtig, bestätigen Sie sie mit PUT /api/v1/admin/clock; sonst stellen Sie sie richtig.',
  'clients.dated_ahead':
    'Die Uhr des Directors ging vor. Die Sicherung zählt ab dem Moment, in dem die Konsole sie zuerst sah. Stellen Sie die Uhr richtig.',
  'jobs.never_start': 'Berichtigen Sie den Ausdruck in director.yaml.',
  'runs.no_progress':
    'Prüfen Sie, ob die Dateisysteme ihrer Dateien und Speicher antworten. Ein Abbruch macht den Client wieder frei.',
  'silence.not_watched': 'Sehen Sie ins Protokoll der Konsole: Die Auswertung der Sicherungen schlägt fehl.',
  'clients.silent': 'Sehen Sie nach den letzten Läufen der Clients, und ob ihre Jobs noch geplant sind.',
  'jobs.overdue': 'Lesen Sie das Protokoll des letzten Laufs und prüfen Sie den Zeitplan.',
  'jobs.unprotected': 'Starten Sie einen Job.',
  'volumes.error':
    'Was darauf liegt, kann verloren sein. Prüfen Sie den Speicher und holen Sie zurück, was fehlt; sonst starten Sie die Jobs als Full.',
  'pool.full': 'Schaffen Sie Platz, fügen Sie Volumes oder eine Platte hinzu, oder kürzen Sie die Aufbewahrung.',
  'pool.filling': 'Schaffen Sie Platz, fügen Sie Volumes oder eine Platte hinzu, oder kürzen Sie die Aufbewahrung.',
  'storage.space': 'Schaffen Sie Platz auf der Platte von {folder}, oder kürzen Sie die Aufbewahrung eines Pools.',
  'storage.unwritable': 'Sehen Sie nach, ob {folder} da, eingehängt und für die Konsole beschreibbar ist.',
  'daemon.no_answer': ({ words }) =>
    `Sehen Sie nach, ob der Dienst läuft und vom Director aus zu erreichen ist.${words === '' ? '' : ' Der Director sagt: {words}'}`,
  'configuration.invalid': 'Berichtigen Sie die Datei; der Befehl „npx backup-console check“ zeigt jeden Fehler.',
  'configuration.rejected': 'Berichtigen Sie die Datei, oder tun Sie, was die Meldung sagt.',
  'configuration.missing': ({ configured }) =>
    `Stellen Sie die Datei wieder her.${configured === 'yes' ? ' Die letzte gültige Fassung ist DATA_DIR/director/last-good.yaml.' : ''}`,
  'configuration.unwritten': 'Beheben Sie, was die Meldung sagt. Die Konsole versucht es alle zehn Sekunden wieder.',
  'backups.differ':
    'Das Protokoll der Prüfung nennt die Dateien. Prüfen Sie die Platte des Speichers, und starten Sie die Jobs als Full.',
  'jobs.none_enabled': 'Fügen Sie einen Job hinzu; die Datei enthält ein Beispiel zum Abschreiben.',
};

function germanFound({ code, params, value, message, observedAt }: en.Check, zone?: string): string {
  const values: Params = { ...params, ...(value === null ? {} : { value }) };
  const { at } = params;
  const dated = {
    ...values,
    ...(observedAt === null ? {} : { answeredAt: shortTime(observedAt, zone) }),
    ...(typeof at === 'string' ? { atShown: shortTime(at, zone) } : {}),
  };
  return said(found, code, dated) ?? message;
}

function germanToDo({ code, params, hint }: en.Check): string {
  return said(toDo, code, { ...params, said: `Wortlaut: „${hint ?? ''}“` }) ?? hint ?? '';
}

const told = 2;

function germanSummary(checks: readonly en.Check[], _summary: string, zone?: string): string {
  const wrong = checks.filter(({ status }) => status !== 'ok');
  if (wrong.length === 0) return 'Es ist nichts zu beanstanden.';
  const rest = wrong.length - told;
  const more = rest > 0 ? [`${plural('de', rest, 'weiterer Befund', 'weitere Befunde')}.`] : [];
  return [...wrong.slice(0, told).map((check) => germanFound(check, zone)), ...more].join(' ');
}

export const finding: SameMessages<typeof en.finding> = {
  found: germanFound,
  toDo: germanToDo,
  summary: germanSummary,
};
