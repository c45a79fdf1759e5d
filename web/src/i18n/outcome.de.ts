import { type SameMessages } from './same-messages';
import { said, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Code = NonNullable<en.Outcome['code']>;

const allow = 'Wer die Konsole betreibt, kann sie mit WEBHOOK_ALLOW erlauben.';

const untrusted =
  'Das Zertifikat des Empfängers ist von keiner Stelle, der diese Maschine vertraut. Eine eigene Stelle fügt NODE_EXTRA_CA_CERTS hinzu.';

/** The receiver is the server that was spoken to: of a webhook, or of mail. */
const outcomes: Sentences<Code> = {
  answered: ({ status }) =>
    status === undefined ? 'Der Empfänger antwortete.' : `Der Empfänger antwortete ${status}.`,
  gone: 'Der Empfänger antwortete 410: Es gibt ihn nicht mehr.',
  redirected: 'Der Empfänger leitet weiter. Dem wird nicht gefolgt: Geben Sie die Adresse ein, zu der er leitet.',
  mail_accepted: 'Der Mailserver nahm die Nachricht an.',
  mail_partly_accepted: 'Der Mailserver nahm die Nachricht nicht für alle Empfänger an.',
  nothing_to_send: 'Der Empfänger nimmt keine Nachricht dieser Art: Es wurde nichts gesandt.',
  format_failed: 'Die Nachricht ließ sich nicht verfassen. Warum, steht im Protokoll der Konsole.',
  not_a_url: 'Die Adresse ist keine URL mit http oder https.',
  password_in_url: 'Die Adresse enthält Benutzername oder Passwort: Nehmen Sie dafür die Anmeldung des Kanals.',
  too_large: 'Die Nachricht ist größer als die 256 KiB, die gesandt werden.',
  too_slow: 'Der Empfänger antwortete nicht rechtzeitig.',
  canceled: 'Der Versuch wurde abgebrochen, bevor der Empfänger antwortete.',
  console_stopped:
    'Die Konsole endete während dieses Versuchs. Ob er ankam, ist nicht bekannt; darum wird noch einmal gesandt.',
  incident_left_open: 'Der Test kam an, aber nicht, was seinen Vorfall beendet.',
  address_unreadable: 'Der Name des Empfängers führt zu etwas, das keine IP-Adresse ist.',
  address_metadata: 'Die Adresse des Empfängers ist der Metadatendienst einer Cloud, zu dem nie verbunden wird.',
  address_own: 'Die Adresse des Empfängers ist die Konsole selbst, zu der nie verbunden wird.',
  address_denied: 'Die Adresse des Empfängers ist durch WEBHOOK_DENY verboten.',
  address_private: `Die Adresse des Empfängers liegt in einem privaten Netz. ${allow}`,
  address_loopback: `Die Adresse des Empfängers ist die Maschine der Konsole selbst (Loopback). ${allow}`,
  address_link_local: `Die Adresse des Empfängers ist link-local. ${allow}`,
  address_multicast: 'Die Adresse des Empfängers ist eine Multicast-Adresse, nicht die einer Maschine.',
  address_reserved: `Die Adresse des Empfängers ist reserviert oder führt durch einen Tunnel. ${allow}`,
  address_plain: 'Unverschlüsselt wird nur an Adressen gesandt, die WEBHOOK_ALLOW nennt: Nehmen Sie https oder TLS.',
  name_not_found:
    'Der Name des Empfängers findet sich nicht. Prüfen Sie seine Schreibweise und den DNS dieser Maschine.',
  dns_timeout: 'Der Name des Empfängers ließ sich nicht nachschlagen: Der DNS antwortet nicht.',
  connection_refused:
    'Der Empfänger lehnte die Verbindung ab: Wahrscheinlich lauscht dort nichts, oder eine Firewall lehnt sie ab.',
  connection_closed: 'Der Empfänger schloss die Verbindung, bevor er antwortete.',
  no_connection: 'Der Empfänger war nicht zu erreichen: Auf die Verbindung kam keine Antwort.',
  no_route: 'Von dieser Maschine führt kein Weg zur Adresse des Empfängers.',
  certificate_expired: 'Das Zertifikat des Empfängers ist abgelaufen.',
  certificate_not_yet_valid: 'Das Zertifikat des Empfängers gilt noch nicht, oder die Uhr dieser Maschine geht nach.',
  certificate_revoked: 'Das Zertifikat des Empfängers wurde widerrufen.',
  certificate_host_mismatch: 'Das Zertifikat des Empfängers gilt für einen anderen Namen.',
  certificate_untrusted: untrusted,
  no_tls: 'Der Empfänger spricht an diesem Port nicht TLS, wie es erwartet wird.',
  bad_header: 'Ein Kopf der Nachricht ist so, wie HTTP ihn nicht erlaubt.',
  not_http: 'Der Empfänger antwortete etwas, das kein HTTP ist.',
  not_smtp: 'Der Mailserver antwortete etwas, das kein SMTP ist.',
  connection_failed: 'Die Verbindung zum Empfänger kam nicht zustande.',
  no_mail_server: 'Es ist kein Mailserver eingerichtet: Setzen Sie SMTP_URL, oder geben Sie dem Kanal einen eigenen.',
  auth_missing: 'Für den Benutzernamen am Mailserver fehlt das Passwort.',
  auth_refused: 'Der Mailserver nahm Benutzername und Passwort nicht an.',
  sender_refused: 'Der Mailserver lehnte die Adresse des Absenders ab.',
  recipients_refused: 'Der Mailserver lehnte alle Empfänger ab.',
  mail_refused: 'Der Mailserver nahm die Nachricht nicht an.',
  events_forgotten: 'Die Ereignisse werden nicht mehr aufbewahrt: Es gibt nichts zu senden.',
  channel_removed: 'Der Kanal wurde entfernt.',
  channel_off: 'Der Kanal wurde abgeschaltet.',
};

export const outcome: SameMessages<typeof en.outcome> = {
  text: ({ code, statusCode, detail }) => {
    const params: Readonly<Record<string, number>> = statusCode === null ? {} : { status: statusCode };
    return (code === null ? null : said(outcomes, code, params)) ?? detail;
  },
};
