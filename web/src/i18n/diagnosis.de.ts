import { type SameMessages } from './same-messages';
import { said, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Code = en.Known['code'];

const causes: Sentences<Code> = {
  run_lost: 'Der Katalog hat diesen Lauf nicht mehr, und sein Ende wurde nie gesehen.',
  time_limit: 'Eine Zeitgrenze des Jobs wurde überschritten, darum hat sein Director den Lauf abgebrochen.',
  duplicate_job: 'Derselbe Job lief oder wartete schon, und Duplikate sind nicht erlaubt.',
  verify_differences:
    'Daten auf einem Volume fehlen, lassen sich nicht lesen oder sind nicht die, die gesichert wurden.',
  script_failed: 'Ein Skript des Jobs ist fehlgeschlagen oder ließ sich nicht starten.',
  quota_exceeded: 'Ein Kontingent (Quota) ist aufgebraucht.',
  disk_full: 'Eine Platte ist voll: das Ziel der Wiederherstellung oder der Spool-Ordner.',
  storage_full: 'Der Speicher ist voll.',
  tls_failed: 'Die verschlüsselte Verbindung zwischen zwei Diensten kam nicht zustande.',
  authentication_failed: 'Zwei Dienste konnten sich nicht aneinander anmelden.',
  name_not_resolved: 'Ein Rechnername ließ sich nicht auflösen.',
  connection_refused:
    'Die Verbindung wurde abgelehnt: Wahrscheinlich lauscht dort nichts, oder eine Firewall lehnt sie ab.',
  connection_timed_out: 'Die Verbindung wurde nicht rechtzeitig beantwortet.',
  version_mismatch: 'Zwei Dienste, oder ein Dienst und ein Volume, haben Versionen, die nicht zusammenpassen.',
  decryption_failed: 'Die Daten sind verschlüsselt, und der Schlüssel dazu fehlt.',
  checksum_mismatch: 'Die von einem Volume gelesenen Daten sind nicht die, die darauf geschrieben wurden.',
  volume_missing: 'Ein Volume, das der Lauf braucht, fehlt.',
  wrong_volume: 'Im Laufwerk ist ein anderes Volume als das benötigte.',
  no_appendable_volume: 'Der Pool hat kein Volume, auf das geschrieben werden kann.',
  mount_wait: 'Der Lauf wartete darauf, dass ein Volume eingelegt wird.',
  device_not_accepted: 'Der Speicherdienst hat kein Gerät für diesen Lauf.',
  device_not_ready: 'Ein Gerät des Speichers ließ sich nicht benutzen.',
  storage_unavailable: 'Der Ordner des Speichers fehlt.',
  snapshot_failed: 'Ein Schnappschuss des Dateisystems ließ sich nicht benutzen (unter Windows: VSS).',
  plugin_failed: 'Ein Plugin des Clients fehlt oder ist fehlgeschlagen.',
  filesystem_hangs: 'Ein Dateisystem antwortet nicht, und der Lauf ließ sich nicht beenden.',
  process_died: 'Der Prozess des Laufs endete von selbst.',
  killed: 'Der Director wurde während dieses Laufs beendet.',
  catalog_error: 'Die Datenbank des Katalogs hat eine Anfrage nicht angenommen oder nicht beantwortet.',
  fileset_empty: 'Das Fileset enthält nichts, was sich sichern lässt.',
  source_disk_missing: 'Die Platte eines Ordners scheint nicht eingehängt zu sein.',
  permission_denied: 'Das Recht, einen Pfad zu lesen oder zu schreiben, fehlt.',
  source_missing: 'Einen Pfad des Filesets gibt es nicht.',
  file_changed: 'Eine Datei änderte sich, während sie gesichert wurde; ihre Kopie kann widersprüchlich sein.',
  file_unreadable: 'Eine Datei ließ sich nicht bis zum Ende lesen.',
  filesystem_skipped: 'Ein Dateisystem unterhalb des Filesets wurde ausgelassen.',
  source_marked: 'Ein Ordner des Filesets enthält eine Markierungsdatei, die seinen Inhalt ausschließt.',
  nothing_selected: 'Der Katalog hat von der Auswahl nichts mehr.',
  volume_size_corrected: 'Der Katalog hatte für ein Volume eine andere Größe als der Speicher und wurde berichtigt.',
  file_not_restored: 'Dateien der Auswahl ließen sich nicht wiederherstellen.',
  volume_error: 'Ein Volume ließ sich nicht lesen oder beschreiben.',
  no_response: 'Ein Dienst antwortete so lange nicht, dass der Lauf beendet wurde.',
  storage_unreachable: 'Der Speicherdienst war nicht zu erreichen.',
  client_unreachable: 'Der Client war nicht zu erreichen.',
  connection_lost: 'Die Verbindung zwischen zwei Diensten brach während des Laufs ab.',
  protocol_error: 'Ein Dienst hat einen Befehl abgelehnt oder mit einem Fehler beantwortet.',
  canceled_by_user: 'Ein Benutzer hat den Lauf abgebrochen.',
};

const again = 'starten Sie den Job dann noch einmal.';

const steps: Sentences<Code> = {
  run_lost:
    'Der Lauf wurde gelöscht, oder der Katalog wurde durch einen anderen oder älteren ersetzt. Starten Sie den Job noch einmal.',
  time_limit:
    'Finden Sie heraus, warum der Lauf so lange dauerte oder wartete, oder erhöhen Sie die Zeitgrenze des Jobs.',
  duplicate_job:
    'Warten Sie auf den anderen Lauf. Kommt das regelmäßig vor, starten Sie den Job seltener, oder erlauben Sie Duplikate.',
  verify_differences:
    'Prüfen Sie, ob die Platte des Volumes, das im Protokoll steht, eingehängt und heil ist. Sind Daten verloren, starten Sie die Jobs als Full.',
  script_failed:
    'Lesen Sie die Zeilen des Skripts im Protokoll, starten Sie es von Hand auf demselben Rechner, und berichtigen Sie es.',
  quota_exceeded: `Erhöhen Sie das Kontingent des Clients oder des Ordners, oder entfernen Sie alte Sicherungen; ${again}`,
  disk_full: `Schaffen Sie Platz auf dieser Platte; ${again}`,
  storage_full: `Schaffen Sie Platz für die Volumes, oder verkürzen Sie die Aufbewahrung des Pools; ${again}`,
  tls_failed:
    'Vergleichen Sie die TLS-Einstellungen beider Dienste: Zertifikate und ihre Daten, Namen, Zertifizierungsstellen und Schlüssel.',
  authentication_failed:
    'Vergleichen Sie die Passwörter und den Namen des Directors in der Konfiguration beider Dienste, und starten Sie sie neu.',
  name_not_resolved:
    'Prüfen Sie die Adresse in der Konfiguration und den Namensdienst des Rechners, der danach gefragt hat.',
  connection_refused: 'Starten Sie den Dienst, und prüfen Sie seine Adresse, seinen Port und die Firewall.',
  connection_timed_out: 'Prüfen Sie, ob der Rechner an ist und keine Firewall die Verbindung verwirft.',
  version_mismatch:
    'Bringen Sie die Dienste auf dieselbe Version. Director und Speicher dürfen nicht älter als der Client sein.',
  decryption_failed:
    'Stellen Sie auf dem Client wieder her, der den Schlüssel hat, oder geben Sie diesem Client das Schlüsselpaar oder den Hauptschlüssel.',
  checksum_mismatch:
    'Prüfen Sie die Platte oder das Band, und stellen Sie von einem anderen Wiederherstellungspunkt wieder her.',
  volume_missing: `Bringen Sie das Volume zurück in seinen Speicher; ${again}`,
  wrong_volume: 'Legen Sie das Volume ein, das das Protokoll nennt.',
  no_appendable_volume:
    'Legen Sie ein neues Volume an, erlauben Sie dem Pool mehr Volumes, oder lassen Sie abgelaufene wiederverwenden.',
  mount_wait: 'Legen Sie das Volume ein, das das Protokoll nennt, oder legen Sie ein neues an.',
  device_not_accepted:
    'Vergleichen Sie Gerät und Medienart des Speichers in beiden Konfigurationen; das Gerät kann auch abgeschaltet oder belegt sein.',
  device_not_ready:
    'Prüfen Sie, ob seine Platte eingehängt oder sein Laufwerk an ist und der Speicherdienst es benutzen darf.',
  storage_unavailable: `Hängen Sie seine Platte ein, oder berichtigen Sie den Ordner in director.yaml; ${again}`,
  snapshot_failed: `Lesen Sie, was der Schnappschussdienst auf dem Rechner meldet (Windows: vssadmin list writers); ${again}`,
  plugin_failed: 'Installieren Sie das Plugin auf dem Client, und prüfen Sie seinen Ordner und seine Optionen.',
  filesystem_hangs: 'Prüfen Sie Netzwerk-Dateisysteme und Platten der Dateien und des Speichers.',
  process_died: `Suchen Sie im Protokoll des Systems nach Speichermangel; ${again}`,
  killed: 'Starten Sie den Job noch einmal.',
  catalog_error: 'Prüfen Sie, ob der Datenbankserver läuft, Platz hat und genug Verbindungen erlaubt.',
  fileset_empty: 'Berichtigen Sie Pfade und Optionen des Filesets, und prüfen Sie, ob seine Platten eingehängt sind.',
  source_disk_missing:
    'Hängen Sie die Platte ein, und starten Sie den Job noch einmal. Frühere Sicherungen des Ordners bleiben nur erhalten, bis sie ablaufen.',
  permission_denied:
    'Geben Sie dem Dienst, der ihn liest oder schreibt, das Recht dazu, oder schließen Sie den Pfad aus.',
  source_missing:
    'Berichtigen Sie das Fileset, oder stellen Sie den Pfad wieder bereit. Eine Datei kann auch während der Sicherung gelöscht worden sein.',
  file_changed:
    'Sichern Sie einen Schnappschuss oder einen Abzug von Dateien, die sich ständig ändern, oder schließen Sie sie aus.',
  file_unreadable: 'Prüfen Sie die Platte der Datei und das Protokoll des Systems auf diesem Rechner.',
  filesystem_skipped: 'Nehmen Sie es in das Fileset auf, oder schließen Sie es ausdrücklich aus.',
  source_marked:
    'Entfernen Sie die Markierungsdatei, um den Ordner zu sichern, oder nehmen Sie den Ordner aus dem Fileset.',
  nothing_selected:
    'Wählen Sie einen neueren Wiederherstellungspunkt, oder holen Sie die Einträge von den Volumes zurück (Bacula: bscan).',
  volume_size_corrected:
    'Das folgt auf einen Lauf, der beim Schreiben beendet wurde. Geschieht es ohne einen solchen, prüfen Sie die Platte des Speichers.',
  file_not_restored:
    'Lesen Sie die Zeilen dieser Dateien im Protokoll, und stellen Sie sie in einen anderen Ordner noch einmal wieder her.',
  volume_error:
    'Prüfen Sie die Platte oder das Band. Ein fehlerhaftes Volume wird nicht mehr benutzt; der nächste Lauf nimmt ein anderes.',
  no_response: 'Prüfen Sie das Netz und die Last des Rechners.',
  storage_unreachable: 'Prüfen Sie, ob der Speicherdienst läuft und vom Director und vom Client aus zu erreichen ist.',
  client_unreachable: 'Prüfen Sie, ob der Rechner an ist und sein Sicherungsdienst läuft.',
  connection_lost:
    'Prüfen Sie, ob der Client oder der Speicher neu gestartet wurde, und das Netz dazwischen; ein Heartbeat hält ruhende Verbindungen offen.',
  protocol_error: 'Lesen Sie die Antwort in der Zeile des Protokolls, und das Protokoll dieses Dienstes.',
  canceled_by_user: 'Starten Sie den Job noch einmal, wenn es passt.',
};

export const diagnosis: SameMessages<typeof en.diagnosis> = {
  cause: ({ code, cause }) => said(causes, code, {}) ?? cause,
  nextStep: ({ code, nextStep }) => said(steps, code, {}) ?? nextStep,
};
