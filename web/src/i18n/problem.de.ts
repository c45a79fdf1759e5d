import { type Problem, type Schemas } from '../api/request';
import { type SameMessages } from './same-messages';
import { said, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Code = Schemas['Problem']['code'];

type FaultCode = Schemas['ProblemFault']['code'];

type Reason = NonNullable<Schemas['Problem']['reason']>;

/** What the page itself finds before anybody refuses. */
type OwnCode = 'no_answer' | 'strange_answer' | 'page_fault';

/** By the status: what kind of refusal it is. */
const titles: Readonly<Record<number, string>> = {
  400: 'Ungültige Eingabe',
  401: 'Nicht angemeldet',
  403: 'Nicht erlaubt',
  404: 'Nicht gefunden',
  405: 'Hier nicht möglich',
  409: 'Passt nicht zum Stand',
  412: 'Inzwischen geändert',
  413: 'Zu groß',
  415: 'Falsches Format',
  422: 'Nicht ausführbar',
  429: 'Zu viele Anfragen',
  431: 'Zu lang',
  500: 'Fehler der Konsole',
  502: 'Fehler beim Director',
  503: 'Nicht erreichbar',
  504: 'Zu langsam',
};

const again = 'Versuchen Sie es gleich noch einmal.';

const readAgain = 'Lesen Sie neu und entscheiden Sie dann.';

const refusals: Sentences<Code | OwnCode> = {
  no_answer: 'Die Konsole antwortet nicht. Läuft sie noch?',
  strange_answer: 'Die Konsole hat mit Status {status} geantwortet.',
  page_fault: 'Die Seite hat einen Fehler gemacht. {detail}',
  validation_failed: 'Eine Angabe ist nicht, wie sie sein soll. {faults}',
  malformed_json: 'Die Anfrage ist kein wohlgeformtes JSON.',
  cursor_mismatch: 'Diese Stelle gehört zu einer anderen Liste. Beginnen Sie noch einmal von vorn.',
  cursor_expired: 'Was hier gelesen wurde, wird nicht mehr aufbewahrt. Beginnen Sie noch einmal von vorn.',
  path_is_lossy:
    'Der Name ist nicht in UTF-8 und lässt sich nicht als Text schreiben. Wählen Sie den Eintrag in der Liste.',
  unauthenticated: 'Ihre Sitzung war zu Ende. Versuchen Sie es noch einmal.',
  invalid_credentials: 'Benutzername oder Passwort ist falsch.',
  missing_capability: 'Dazu fehlt das Recht {requiredCapability}. Wer die Benutzer verwaltet, kann es gewähren.',
  session_required: 'Das geht nur in einer Sitzung im Browser, nicht mit einem Token.',
  cross_site_request:
    'Die Anfrage kam von einer anderen Seite. Öffnen Sie die Konsole unter ihrer eigenen Adresse. {detail}',
  not_found: 'Das gibt es nicht oder nicht mehr, oder Sie dürfen es nicht sehen.',
  unknown_director: 'Ein Director dieses Namens ist nicht eingerichtet.',
  link_not_usable:
    'Dieser Link ist ungültig, wurde schon benutzt, durch einen neueren ersetzt oder ist abgelaufen. Bitten Sie, wer ihn geschickt hat, um einen neuen.',
  method_not_allowed: 'So lässt sich diese Adresse nicht ansprechen.',
  conflict: 'Der Stand der Dinge erlaubt das gerade nicht. {detail}',
  name_taken: 'Der Name ist schon vergeben. Wählen Sie einen anderen.',
  last_admin:
    'Das ist der letzte Administrator, der sich anmelden kann. Machen Sie erst jemand anderen zum Administrator.',
  role_in_use: 'Benutzer haben diese Rolle noch. Geben Sie ihnen erst eine andere.',
  confirmation_required:
    'Was verloren geht, wurde nicht bestätigt oder hat sich seither geändert. Sehen Sie es sich noch einmal an.',
  only_copy: 'Ein Client würde seine letzte Vollsicherung verlieren. Machen Sie erst eine neue.',
  run_already_ended: 'Dieser Lauf ist schon zu Ende.',
  idempotency_in_flight: `Die erste Anfrage ist noch in Arbeit. ${again}`,
  idempotency_outcome_unknown:
    'Der Auftrag wurde gesandt, die Antwort ging verloren, und der Director kennt keinen solchen Lauf. Sehen Sie bei den Läufen nach, bevor Sie ihn neu erteilen.',
  changed_meanwhile: `Jemand hat das inzwischen geändert. ${readAgain}`,
  body_too_large: 'Die Anfrage ist zu groß. Senden Sie weniger.',
  head_too_large: 'Die Adresse der Anfrage ist zu lang.',
  unsupported_media_type: 'Die Anfrage hat ein Format, das hier nicht gelesen wird.',
  unknown_job: 'Einen Job dieses Namens gibt es nicht.',
  unknown_client: 'Einen Client dieses Namens gibt es nicht.',
  unknown_fileset: 'Ein Fileset dieses Namens gibt es nicht.',
  unknown_storage: 'Einen Speicher dieses Namens gibt es nicht.',
  unknown_pool: 'Einen Pool dieses Namens gibt es nicht.',
  unknown_volume: 'Ein Volume dieses Namens gibt es nicht.',
  unknown_run: 'Ein Lauf, den die Anfrage nennt, existiert nicht.',
  unknown_role: 'Eine Rolle dieses Namens gibt es nicht.',
  unknown_channel: 'Diesen Kanal gibt es nicht mehr.',
  invalid_level: 'Auf diesem Level läuft der Job nicht. {detail}',
  job_not_runnable: 'Dieser Job lässt sich so nicht starten. {detail}',
  when_in_past: 'Die Startzeit liegt in der Vergangenheit. Geben Sie eine spätere an oder keine.',
  mixed_chain: 'Diese Läufe gehören zu verschiedenen Clients. Stellen Sie jeweils einen Client wieder her.',
  incomplete_chain:
    'Einige dieser Läufe gibt es nicht, oder sie haben keine Dateien mehr. Wählen Sie einen anderen Wiederherstellungspunkt.',
  nothing_selected:
    'Die Kette enthält nichts oder nicht alles von dem, was gewählt wurde. Suchen oder blättern Sie erst darin.',
  selection_too_large:
    'Zu dem Ausdruck passen mehr als {limit} Dateien. Wählen Sie Ordner, oder nehmen Sie einen engeren Ausdruck.',
  files_no_longer_recorded:
    'Den Lauf gibt es noch, aber seine Dateiliste nicht mehr. Wählen Sie einen anderen Wiederherstellungspunkt.',
  where_not_allowed: 'Dorthin darf nicht wiederhergestellt werden. {detail}',
  weak_password:
    'Das neue Passwort ist zu leicht zu erraten. Wählen Sie ein langes aus Wörtern, die nichts miteinander zu tun haben.',
  wrong_password: 'Das jetzige Passwort ist falsch.',
  idempotency_key_reused: 'Dieser Schlüssel gehört zu einer anderen Anfrage.',
  not_supported_by_director: 'Das kann dieser Director nicht. {detail}',
  operation_not_possible: 'Das lässt sich an der Konfiguration nicht ändern. {detail}',
  command_asks:
    'Der Director fragte zurück; die Konsole hat die Frage abgebrochen. Ein Teil des Befehls kann ausgeführt sein: Lesen Sie die Ausgabe, und geben Sie dann alle Werte im Befehl an.',
  too_many_requests: 'Zu viele Anfragen oder Anmeldungen. Warten Sie einen Augenblick.',
  too_many_waits: 'Sie warten schon auf zwanzig Läufe. Lassen Sie erst eines dieser Warten enden.',
  too_many_streams: 'Es laufen schon zu viele Ströme oder Downloads. Schließen Sie einen, oder warten Sie.',
  internal_error: 'Die Konsole konnte nicht antworten. Unter dieser Anfragenummer steht der Grund in ihrem Protokoll.',
  director_error: 'Der Director antwortete mit einem Fehler. {detail}',
  out_of_range: 'Der Katalog enthält eine Zahl, die zu groß ist, um sie genau wiederzugeben.',
  director_unreachable: 'Der Director oder sein Katalog ist nicht zu erreichen. {detail}',
  director_owned_elsewhere:
    'Ein anderer Prozess der Konsole führt den eingebetteten Director. Wenden Sie sich an jenen.',
  database_unavailable: `Die eigene Datenbank der Konsole antwortet nicht. ${again}`,
  shutting_down: 'Die Konsole wird gerade beendet. Versuchen Sie es noch einmal, wenn sie wieder da ist.',
  director_too_slow:
    'Der Director antwortete nicht rechtzeitig. Sehen Sie nach, was geschah, bevor Sie es wiederholen.',
};

const reasons: Sentences<Reason> = {
  no_user: 'Diesen Benutzer gibt es nicht.',
  no_session: 'Diese Sitzung gibt es nicht mehr.',
  no_saved_filter: 'Diesen gespeicherten Filter gibt es nicht mehr.',
  no_role: 'Eine Rolle dieses Namens gibt es nicht.',
  no_channel: 'Diesen Kanal gibt es nicht.',
  no_delivery: 'Diese Zustellung gibt es nicht. Alte werden nach ihren Tagen vergessen.',
  no_event: 'Dieses Ereignis gibt es nicht.',
  no_token: 'Dieses Token gibt es nicht.',
  no_audit_record: 'Diesen Audit-Eintrag gibt es nicht.',
  no_director: 'Einen Director dieses Namens gibt es nicht.',
  no_client: 'Director {director} hat keinen Client namens {client}.',
  no_job: 'Director {director} hat keinen Job namens {job}.',
  no_run: ({ jobId }) => `Director {director} hat keinen Lauf mit der Nummer ${jobId}.`,
  no_volume: 'Director {director} hat kein Volume namens {volume}.',
  no_device: 'Director {director} hat kein Gerät namens {device}.',
  no_resource: 'Director {director} hat kein {type} namens {name} in seiner Konfiguration.',
  no_folder: 'Auf diesem Rechner gibt es keinen Ordner {folder}.',
  no_address: 'Unter dieser Adresse gibt es nichts.',
  no_configuration_change: 'Diese Änderung der Konfiguration gibt es nicht.',
  no_configuration_file: 'director.yaml gibt es nicht.',
  own_password: 'Ihr eigenes Passwort ändern Sie unter Konto, mit dem jetzigen.',
  user_disabled: 'Diese Person ist gesperrt. Entsperren Sie sie erst, dann machen Sie den Link.',
  has_password: 'Diese Person hat schon ein Passwort. Machen Sie einen Link zum Zurücksetzen.',
  run_is_ending: 'Dieser Lauf ist gerade dabei zu enden.',
  run_did_not_fail: 'Nur ein Lauf, der mit Fehler oder Warnungen endete, lässt sich als gesehen markieren.',
  delivery_not_over:
    'Diese Zustellung ist noch unterwegs: Sie wird von selbst gesandt. Wiederholen Sie sie, wenn sie zu Ende ist.',
  events_forgotten: 'Die Ereignisse dieser Zustellung werden nicht mehr aufbewahrt: Es gibt nichts zu senden.',
  format_not_signed: 'Nur Webhooks des Formats standard werden signiert.',
  secret_in_use: 'Dieses Signaturgeheimnis ist schon in Gebrauch.',
  built_in_role: 'Eine eingebaute Rolle lässt sich weder ändern noch löschen.',
  director_from_file: 'Dieser Director steht in DIRECTORS_FILE: Ändern Sie ihn dort.',
  managed_by_director:
    'Volume {volume} hat den Status {status}, den nur der Director ändert: Ein geleertes wird von selbst wieder benutzt, ein fehlerhaftes, sobald seine Datei wieder heil ist.',
  volume_at_limit: 'Volume {volume} hat die Größe erreicht, die sein Pool erlaubt; es nimmt nichts mehr auf.',
  run_on_volume: ({ jobId }) =>
    `Lauf ${jobId} liegt auf Volume {volume} und wird gerade geschrieben, gelesen oder fortgesetzt. Warten Sie sein Ende ab, oder brechen Sie ihn ab.`,
  run_in_use: ({ jobId }) =>
    `Ein Restore, ein Download oder eine Prüfung liest Lauf ${jobId}, oder ein anderer Lauf baut gerade auf ihm auf. Warten Sie ab, bis das geendet hat, oder brechen Sie es ab.`,
  run_needed: ({ jobId, later }) =>
    `Lauf ${later} baut auf Lauf ${jobId} auf und ließe sich nicht mehr vollständig wiederherstellen. Löschen Sie zuerst die Läufe, die darauf aufbauen, den neuesten zuerst.`,
  storage_removed: 'Volume {volume} liegt im Speicher {storage}, den director.yaml nicht mehr nennt.',
  volume_just_written: 'Auf Volume {volume} wurde in eben diesem Augenblick geschrieben. Sehen Sie es noch einmal an.',
  volume_being_written: 'Auf Volume {volume} schreibt gerade ein Lauf. Versuchen Sie es wieder, wenn er geendet hat.',
  volume_not_forgettable: 'Volume {volume} hat den Status {status}; dafür müsste er einer von diesen sein: {allowed}.',
  director_rejected: 'Director {director} antwortete: „{words}“',
  volume_holds_runs: (params) =>
    `Auf Volume {volume}, das überschrieben würde, liegen ${String(params['runs'])} Läufe. Leeren Sie es: Dabei wird erst gesagt, was verloren geht.`,
  volume_is_file:
    'Volume {volume} ist eine Datei. Bacula schriebe das neue Etikett hinein, ohne die Datei umzubenennen, und fände das Volume dann nicht mehr. Löschen Sie es, und legen Sie ein neues an.',
  different_key:
    'Das wurde unter einem anderen INSTANCE_KEY verschlüsselt. Setzen Sie jenen als INSTANCE_KEY_PREVIOUS. Einen Kanal können Sie auch löschen und neu anlegen.',
  download_preparing: 'Der Restore für diesen Download (Job {jobId}) läuft noch. Warten Sie sein Ende ab.',
  download_failed: 'Dieser Download kam nicht zustande: {words}',
  download_taken: 'Dieser Download wird gerade ausgegeben, und das geht nur einmal. Legen Sie einen neuen an.',
  staging_full:
    'Im Ordner {folder} für Downloads ist nicht genug Platz. Wählen Sie weniger, oder schaffen Sie Platz auf seiner Platte.',
  folder_unreadable: 'Den Ordner {folder} darf die Konsole nicht lesen.',
  too_many_saved_filters: 'Sie haben schon {most} gespeicherte Filter. Löschen Sie erst einen.',
  request_in_progress:
    'Eine andere Anfrage arbeitet gerade an {name} des Directors {director}. Warten Sie, bis sie zu Ende ist, und sehen Sie es dann noch einmal an.',
  configuration_changed_by_hand:
    'Was in director.yaml steht, gilt nicht: Die Datei wurde bearbeitet, fehlt, oder ließ sich nicht schreiben. Warten Sie, bis es gilt, oder berichtigen Sie die Datei.',
  configuration_in_use:
    'Ein anderer Prozess der Konsole ändert gerade die Konfiguration von Director {director}. Warten Sie sein Ende ab, und lesen Sie sie dann neu.',
  configuration_invalid: 'Die Konfiguration, die dabei entstünde, hat Fehler. Es wurde nichts geändert.',
  configuration_not_writable: 'Die Konsole kann director.yaml nicht ersetzen. Es wurde nichts geändert.',
  configuration_rejected: 'Der Director lehnt die Konfiguration ab. Es wurde nichts geändert.',
  change_not_draft: 'Diese Änderung ist kein Entwurf mehr.',
  change_not_revertible: 'Nur eine Änderung, die gilt und vor der es eine Konfiguration gab, lässt sich zurücknehmen.',
  change_rolled_back:
    'Die Änderung konnte nicht in Kraft gesetzt werden; nichts davon gilt. Machen Sie einen neuen Entwurf.',
  later_changes: (params) =>
    `Das nähme auch spätere Änderungen zurück (${String(params['count'])}). Nehmen Sie erst diese zurück, die neueste zuerst.`,
  too_many_drafts: 'Die Konfiguration von Director {director} hat schon {most} Entwürfe. Löschen Sie erst welche.',
  command_not_confirmed: 'Dieser Befehl an Director {director} liest nicht nur und muss bestätigt werden: {command}',
  too_short: 'Ein Passwort braucht mindestens {characters} Zeichen.',
  is_username: 'Ein Passwort darf nicht aus dem Benutzernamen bestehen.',
  too_simple: 'Ein Passwort braucht mindestens vier verschiedene Zeichen.',
  easily_guessed:
    'Dieses Passwort ist leicht zu erraten: Es besteht aus häufigen Passwörtern, Wörtern, Namen, Tastaturreihen, Daten, Wiederholungen oder Wörtern dieser Installation. Nehmen Sie vier oder mehr Wörter, die nichts miteinander zu tun haben, oder lassen Sie eine Passwortverwaltung wählen.',
  is_old_password: 'Das neue Passwort ist das alte.',
  not_absolute: 'Der Zielordner muss mit einem Schrägstrich beginnen.',
  outside_roots:
    'Eine Wiederherstellung darf unterhalb von {folders} schreiben; woandershin braucht es restore:anywhere.',
  own_data:
    '{folder} liegt in den eigenen Daten oder Volumes der Konsole, in die keine Wiederherstellung schreiben darf. Wählen Sie einen anderen Ordner.',
  no_restore_folder: 'Dieser Director hat keinen eigenen Ordner für Wiederherstellungen: Sagen Sie, wohin.',
  cannot_grant: 'Was Sie selbst nicht dürfen, können Sie weder gewähren noch ändern: {capabilities}.',
  would_lose_backups: 'Diese Änderung kann Sicherungen verlieren und braucht media:destroy.',
  command_not_permitted:
    'Director {director} kennt den Befehl {command} nicht oder erlaubt ihn dieser Konsole nicht. Erlauben Sie ihn in ihrer Command ACL.',
  schedule_unavailable:
    'Director {director} (Bareos {version}) teilt seinen Zeitplan Programmen nicht mit; ab Bareos 25.1 geht es.',
  no_restore_job: 'Director {director} hat keinen Job vom Typ Restore, als der jede Wiederherstellung läuft.',
  several_restore_jobs:
    'Director {director} hat mehrere Restore-Jobs ({jobs}): Tragen Sie in seinen Einstellungen ein, welcher es sein soll.',
  unsupported:
    'Director {director} kann das nicht ({ability}): Seine Art hat dafür keinen Weg, oder die Konsole kennt ihn nicht.',
  staging_unusable: 'Der Ordner {folder} für Downloads ist nicht zu benutzen: {words}',
  no_difference: 'Das würde nichts ändern: Genau so gilt die Konfiguration schon.',
  unreadable: 'director.yaml lässt sich so nicht bearbeiten: Die Datei enthält etwas, das nur von Hand zu ändern ist.',
  unknown_type: 'Eine Ressource dieser Art gibt es nicht: {type}. Möglich sind {types}.',
  single_director: 'Der Director lässt sich weder hinzufügen noch entfernen.',
  unknown_resource: '{place} gibt es nicht.',
  ambiguous_name: '{place} gibt es mehrfach. Berichtigen Sie director.yaml von Hand.',
  resource_name_taken: 'Der Name {name} ist schon vergeben.',
  name_needs_rename: '{place}: Der Name lässt sich nur durch Umbenennen ändern.',
  unknown_path: '{place} hat kein {path}.',
  wrong_parent: '{place} hat kein {path}.',
  wrong_kind: '{place} hat einen Wert von der falschen Art.',
  shared_by_alias: '{place} steht in director.yaml nur einmal für mehrere Einträge. Ändern Sie das von Hand.',
  anchor_in_use: '{place} wird in director.yaml von anderen Einträgen mitbenutzt. Ändern Sie das von Hand.',
  explicit_tag: '{place} hat in director.yaml eine ausdrückliche Art. Ändern Sie das von Hand.',
  unexpected_reply: 'Director {director} antwortete: „{words}“',
  estimate_too_slow: 'Was {job} umfassen würde, war in {seconds} s nicht gezählt. Es wurde nichts geändert.',
  catalog_too_slow:
    'Der Katalog von Director {director} braucht dafür zu lange. Fragen Sie enger, oder versuchen Sie es später.',
  catalog_unreachable:
    'Der Katalog von Director {director} ist gerade nicht zu erreichen. Sehen Sie nach, ob seine Datenbank läuft, und versuchen Sie es noch einmal.',
  folder_hangs: 'Der Ordner {folder} antwortet nicht. Sehen Sie nach seiner Platte.',
  disk_full:
    'Die Platte der eigenen Datenbank der Konsole ist voll. Schaffen Sie dort Platz; die Konsole geht dann von selbst weiter.',
  no_configuration:
    'Der eingebettete Director hat keine gültige Konfiguration und führt nichts aus. Berichtigen Sie director.yaml: Sein Zustand nennt den Fehler.',
  recovering: `Der eingebettete Director nimmt seinen Katalog gerade wieder in Besitz. ${again}`,
};

/** What each input lacks, by the rule that it broke; a rule without words here is told as the API tells it. */
const faults: Readonly<Partial<Record<FaultCode, string>>> = {
  required: 'fehlt',
  unknown: 'gibt es hier nicht',
  repeated: 'darf nur einmal stehen',
  wrong_type: 'ist von der falschen Art',
  invalid_format: 'hat nicht die nötige Form',
  invalid_characters: 'enthält unzulässige Zeichen',
  not_allowed: 'hat keinen der möglichen Werte',
  duplicate_items: 'nennt etwas doppelt',
  too_short: 'ist zu kurz',
  too_long: 'ist zu lang',
  too_small: 'ist zu klein',
  too_large: 'ist zu groß',
  too_few: 'hat zu wenige Einträge',
  too_many: 'hat zu viele Einträge',
  in_past: 'liegt in der Vergangenheit',
  too_far: 'liegt zu weit entfernt',
  wrong_order: 'passt nicht zur anderen Grenze',
  mismatch: 'stimmt nicht überein',
};

function faultsOf({ errors = [], detail }: Problem): string {
  const told = errors.map(({ field, code, detail: text }) => {
    const fault = faults[code];
    return fault === undefined || field === '' ? `„${text}“` : `„${field}“ ${fault}`;
  });
  return told.length === 0 ? `„${detail}“` : `${told.join('; ')}.`;
}

function german(problem: Problem): string {
  const { code, status, reason, params = {}, detail, requiredCapability = '', said: own } = problem;
  if (own !== undefined) return own;
  const byReason = reason === undefined ? null : said(reasons, reason, params);
  const values = { detail: `„${detail}“`, faults: faultsOf(problem), requiredCapability, status: String(status) };
  return byReason ?? said(refusals, code, values) ?? detail;
}

export const problem: SameMessages<typeof en.problem> = {
  title: ({ code, status = 0 }) => titles[status] ?? (code === 'no_answer' ? 'Keine Antwort' : 'Fehler'),
  text: german,
};
