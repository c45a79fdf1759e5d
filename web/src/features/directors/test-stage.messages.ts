import { type Schemas } from '../../api/request';
import { said, type Sentences } from '../../i18n/server-message';
import { defineMessages } from '../../i18n/messages';

type Stage = Pick<Schemas['DirectorTestStage'], 'code' | 'params' | 'detail'>;
type Code = NonNullable<Stage['code']>;

const found: Sentences<Code> = {
  name_resolved: 'Die Adresse ist bekannt.',
  port_open: 'Der Port nimmt Verbindungen an.',
  tls_ok: 'Die Verbindung ist so verschlüsselt, wie es eingestellt ist.',
  authenticated: 'Die Konsole wird eingelassen.',
  answers: 'Der Director beantwortet Befehle.',
  status_denied:
    'Der Director lässt die Konsole ein, sagt ihr aber seinen Zustand nicht. Erlauben Sie ihr alle Befehle (CommandACL = *all*).',
  jobs_hidden: 'Der Director lässt die Konsole ein, zählt ihr aber seine Jobs nicht auf: „{words}“',
  commands_denied:
    'Die Konsole darf {commands} nicht benutzen; was sie braucht, wird nicht gehen. Erlauben Sie es in ihrer Command ACL.',
  timezone_ok: 'Der Director (Version {version}, {released}) lebt in {timezone}.',
  timezone_mismatch: 'Der Director lebt nicht in der Zeitzone {timezone}. Stellen Sie die ein, in der er lebt.',
  timezone_unknown: 'Nicht angesehen, weil der Director seine Zeit nicht sagte.',
  earlier_failed: 'Nicht angesehen, weil etwas davor fehlschlug.',
  catalog_reached: 'Der Katalog {catalog} lässt die Konsole ein.',
  catalog_unverified:
    'Der Katalog {catalog} lässt die Konsole ein, aber die Verbindung prüft den Server nicht: Eine andere Maschine kann sich für ihn ausgeben. Benutzen Sie sslmode=verify-full.',
  catalog_unusable: 'Der Katalog {catalog} ist nicht zu benutzen: „{words}“',
  tables_unreadable: 'Die Rolle {role} darf {tables} nicht lesen. Als Eigentümer des Katalogs: {grants};',
  read_only: 'Die Rolle darf lesen, was gebraucht wird, und nicht mehr.',
  writable:
    'Die Rolle {role} darf in den Katalog auch schreiben ({tables}). Eine Rolle, die nur SELECT darf, genügt und ist sicherer.',
  schema_known: 'Die Tabellen sind die von {product}, Version {version}.',
  staging_unproven:
    'Die Konsole kann {folder} lesen und schreiben, andere nicht. Ob der Client {client} in denselben Ordner schreibt, als ein Benutzer, dessen Dateien die Konsole lesen und entfernen kann, zeigt erst der erste Download.',
  staging_client_unknown:
    'Der Director hat keinen Client namens {client}, oder zeigt ihn der Konsole nicht. Nennen Sie den Client, der in den Staging-Ordner schreibt.',
  staging_missing:
    'Auf der Maschine der Konsole gibt es keinen Ordner {folder}. Legen Sie ihn an, mit dem Benutzer der Konsole als Eigentümer und dem Modus 0700.',
  staging_link:
    '{folder} ist ein symbolischer Link oder liegt hinter einem: Er führt zu {place}. Geben Sie diesen Ordner selbst an.',
  staging_no_folder: '{folder} ist kein Ordner. Geben Sie einen Ordner an.',
  staging_open:
    'Jeder Benutzer auf der Maschine der Konsole hat Zugriff auf {folder} (Modus {mode}). Dort lägen wiederhergestellte Dateien eine Weile: chmod o= {folder}',
  staging_replaceable:
    'Jeder Benutzer auf der Maschine der Konsole kann {folder} durch einen anderen Ordner ersetzen: In {parent} darf jeder schreiben. Nehmen Sie einen Ordner unter einem, in den nur root oder der Benutzer der Konsole schreiben darf.',
  staging_unusable:
    'Die Konsole kann den Ordner {folder} nicht lesen und schreiben: „{words}“ Er muss dem Benutzer der Konsole gehören, mit dem Modus 0700.',
  address_unknown: 'Diese Adresse findet sich nicht. Prüfen Sie ihre Schreibweise und den DNS. „{words}“',
  address_refused: 'Mit dieser Adresse verbindet sich die Konsole nicht.',
  no_connection:
    'Es kommt keine Verbindung zustande. Sehen Sie nach, ob der Director läuft, der Port stimmt und keine Firewall im Weg ist. „{words}“',
  tls_failed: 'Die Verschlüsselung kommt nicht zustande. Vergleichen Sie die Einstellungen beider Seiten. „{words}“',
  no_greeting:
    'Der Director grüßt nicht, wie er soll. Sehen Sie nach, ob Adresse und Port die des Directors sind. „{words}“',
  refused:
    'Der Director lässt die Konsole nicht ein. Vergleichen Sie Name und Passwort mit seiner Console-Ressource. „{words}“',
  command_failed: 'Der Director nahm einen Befehl nicht an. „{words}“',
  protocol_error: 'Was dort antwortet, spricht nicht die Sprache eines Directors. „{words}“',
  too_slow: 'Der Director antwortete nicht rechtzeitig. „{words}“',
};

/** What a stage of a test showed: the API's own words, or the same by its code. */
export const testStageWords = defineMessages(
  { found: ({ detail }: Stage): string => detail },
  { found: ({ code, params, detail }) => (code === null ? null : said(found, code, params)) ?? detail },
);
