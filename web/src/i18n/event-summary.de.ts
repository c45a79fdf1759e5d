import { count, duration, size } from '../components/format';
import { diagnosis } from './diagnosis.de';
import { plural } from './plural';
import { type SameMessages } from './same-messages';
import { said, type Params, type Sentences } from './server-message';
import type * as en from './api-sentences.en';

type Data = en.Event['data'];

const silent = (kind: string): string =>
  `Client {client} von Director {director} hat seit {age} keine gute Sicherung: mehr als {limit}, die Grenze für ${kind}.`;

const overdue = (kind: string): string =>
  `Job „{job}“ von Client {client} auf {director} {sinceGood} (Grenze für ${kind}: {limit}).`;

/** By what the envelope of each type holds, see docs/integrate/events.md. */
const summaries: Sentences<en.Event['type']> = {
  'job.completed.ok': 'Job „{job}“{ofClient} auf {director} ist fertig: {figures}.',
  'job.completed.warning': 'Job „{job}“{ofClient} auf {director} ist mit Warnungen fertig: {figures}.',
  'job.completed.error': 'Job „{job}“{ofClient} auf {director} schlug fehl: {figures}.{cause}',
  'job.missed': 'Job „{job}“{ofClient} auf {director} ist nicht wie geplant gestartet.',
  'run.waiting': 'Lauf {jobId} des Jobs „{job}“ auf {director} wartet seit fünf Minuten. {waitsFor}',
  'run.resumed': 'Lauf {jobId} des Jobs „{job}“ auf {director} wartet nicht mehr.',
  'client.silence.warn': silent('eine Warnung'),
  'client.silence.crit': silent('kritisch'),
  'client.silence.ok': 'Client {client} von Director {director} gilt nicht mehr als still.{why}',
  'job.overdue.warn': overdue('eine Warnung'),
  'job.overdue.crit': overdue('kritisch'),
  'job.overdue.ok': 'Job „{job}“ von Client {client} auf {director} ist nicht mehr überfällig.{jobWhy}',
  'director.unreachable': 'Director {director} antwortet nicht. {error}',
  'director.recovered': 'Director {director} antwortet wieder. Es dauerte {lasted}.',
  'storage.error': 'Speicher {storage} von Director {director}: {storageTrouble}',
  'storage.filling': 'Pool {pool} von Director {director} wird voll: {poolTrouble}',
  'storage.ok': '{what} von Director {director} ist wieder in Ordnung.',
  'channel.failing': 'Kanal {name} erreicht seinen Empfänger nicht.',
  'channel.recovered': 'Kanal {name} ist nicht mehr gestört.',
  'auth.failures': '{failures} Anmeldungen {ofWhom} wurden innerhalb von zehn Minuten abgewiesen.',
  'api_token.create': '{actor} hat das API-Token „{name}“ von {owner} angelegt (Rolle {role}).',
  'api_token.revoke': '{actor} hat das API-Token „{name}“ von {owner} widerrufen (Rolle {role}).',
};

const causes: Readonly<Record<string, string>> = {
  backup: ' Er hat wieder eine gute Sicherung.',
  threshold: ' Seine Grenzen wurden erhöht.',
  removed: ' Er ist nicht mehr eingerichtet.',
  pause: ' Seine Überwachung ruht.',
};

const jobCauses: Readonly<Record<string, string>> = {
  backup: ' Er hat wieder eine gute Sicherung.',
  threshold: ' Seine Grenzen wurden erhöht.',
  removed: ' Er ist nicht mehr eingerichtet.',
  unmonitored: ' Er wird nicht mehr überwacht.',
};

function memberOf(data: Data, name: string): Data {
  const member = data[name];
  return typeof member === 'object' && member !== null ? (member as Data) : {};
}

function textIn(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

function numberIn(data: Data, name: string): number {
  const value = data[name];
  return typeof value === 'number' ? value : 0;
}

function figuresOf(data: Data): string {
  const [files, bytes, errors] = ['files', 'bytes', 'errors'].map((name) => numberIn(data, name)) as [
    number,
    number,
    number,
  ];
  const parts = [restoredOf(data) ?? plural('de', files, 'Datei', 'Dateien'), size(bytes)];
  return [...parts, ...(errors > 0 ? [`${count(errors)} Fehler`] : [])].join(', ');
}

/** Of a restore that says how many were chosen. */
function restoredOf(data: Data): string | null {
  const restore = memberOf(data, 'restore');
  const { chosen, restored } = restore;
  if (typeof chosen !== 'number') return null;
  if (typeof restored !== 'number') {
    // A Director may count skipped files as restored.
    const isGood = data['status'] === 'completed' || data['status'] === 'warning';
    return isGood ? `${plural('de', chosen, 'Datei', 'Dateien')} gewählt, unbekannt wie viele wiederhergestellt` : null;
  }
  const [skipped, failed] = [numberIn(restore, 'skipped'), numberIn(restore, 'failed')];
  return [
    `${count(restored)} von ${count(chosen)} wiederhergestellt`,
    ...(skipped > 0 ? [`${count(skipped)} übersprungen`] : []),
    ...(failed > 0 ? [`${count(failed)} gescheitert`] : []),
  ].join(', ');
}

function causeOf(data: Data): string {
  const { code, cause, nextStep, path } = memberOf(data, 'diagnosis');
  if (typeof code !== 'string' || typeof cause !== 'string') return '';
  const known = { code, cause, nextStep: String(nextStep) } as Parameters<typeof diagnosis.cause>[0];
  const words = diagnosis.cause(known);
  return typeof path === 'string' && path.length <= 200 ? ` ${words.slice(0, -1)}: „${path}“.` : ` ${words}`;
}

function sinceGood(data: Data): string {
  if (textIn(data, 'cause') === 'lost') return 'hat keine Sicherung mehr, die sich wiederherstellen lässt';
  if (textIn(data, 'lastGoodAt') === '') return 'hatte noch nie eine gute Sicherung';
  return `hat seit ${duration(numberIn(data, 'ageSeconds'))} keine gute Sicherung`;
}

/** What stands in the sentences, from the data of any type; what the type does not have is not asked for. */
function valuesOf(data: Data): Params {
  const texts = Object.fromEntries(
    ['job', 'client', 'director', 'name', 'role', 'storage', 'pool', 'error', 'waitsFor'].map((name) => [
      name,
      textIn(data, name),
    ]),
  );
  const client = textIn(data, 'client');
  return {
    ...texts,
    ofClient: client === '' ? '' : ` von ${client}`,
    figures: figuresOf(data),
    cause: causeOf(data),
    age: duration(numberIn(data, 'ageSeconds')),
    limit: duration(numberIn(data, 'thresholdSeconds')),
    sinceGood: sinceGood(data),
    jobWhy: jobCauses[textIn(data, 'cause')] ?? '',
    why: causes[textIn(data, 'cause')] ?? '',
    jobId: String(numberIn(data, 'jobId')),
    lasted: duration(numberIn(data, 'durationSeconds')),
    failures: String(numberIn(data, 'failures')),
    what: textIn(data, 'pool') === '' ? `Speicher ${textIn(data, 'storage')}` : `Pool ${textIn(data, 'pool')}`,
    storageTrouble:
      textIn(data, 'reason') === 'unreachable'
        ? `Er antwortet nicht. ${textIn(data, 'error')}`
        : `${plural('de', numberIn(data, 'volumesInError'), 'Volume ist', 'Volumes sind')} fehlerhaft.`,
    poolTrouble:
      textIn(data, 'reason') === 'forecast'
        ? `voraussichtlich am ${textIn(data, 'expectedFullAt').slice(0, 10)}.`
        : `noch ${count(Math.floor(numberIn(data, 'freeShare') * 100))} % seiner Platte sind frei.`,
    ofWhom: textIn(data, 'account') === '' ? `von ${textIn(data, 'address')}` : `als ${textIn(data, 'account')}`,
    actor: textIn(memberOf(data, 'actor'), 'name'),
    owner: textIn(memberOf(data, 'owner'), 'username'),
  };
}

export const eventSummary: SameMessages<typeof en.eventSummary> = {
  summary: ({ type, data, summary }) => said(summaries, type, valuesOf(data)) ?? summary,
};
