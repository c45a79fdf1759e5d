import { detailsOf, type Incident, type IncidentKind } from './incident.js';
import { boundedKey } from './plain-text.js';

const nameLimit = 255;
const yearMilliseconds = 366 * 86_400_000;
const skewMilliseconds = 60_000;

const alertNames: Readonly<Record<IncidentKind, string>> = {
  job: 'BackupJob',
  overdue: 'BackupJobOverdue',
  client: 'BackupClientOverdue',
  run: 'BackupRunWaiting',
  director: 'DirectorUnreachable',
  storage: 'BackupStorage',
  pool: 'BackupPoolFilling',
  channel: 'NotificationChannel',
  log_ins: 'FailedLogins',
  test: 'BackupConsoleTest',
};

/**
 * Body for Alertmanager's `POST /api/v2/alerts`. An alert is identified by its labels. Severity is therefore an annotation: a
 * client that goes from warning to critical must stay the same alert.
 *
 * Without an end Alertmanager would resolve it after five minutes, so a beginning is valid for a year, and each repeat extends it.
 * An end must be in the past on Alertmanager's clock, else the year would win: it is set back by a minute.
 */
export function alertmanagerBody(incident: Incident, baseUrl: string): object {
  const { action, at, kind, content } = incident;
  const over = new Date(at.getTime() - skewMilliseconds).toISOString();
  const times =
    action === 'resolve'
      ? { startsAt: over, endsAt: over }
      : { startsAt: at.toISOString(), endsAt: new Date(at.getTime() + yearMilliseconds).toISOString() };
  return [
    {
      labels: { alertname: alertNames[kind], service: 'backup-console', ...labelsOf(incident) },
      annotations: annotationsOf(incident, baseUrl),
      ...times,
      generatorURL: content.page.url,
    },
  ];
}

/** A job's runs are one alert on any client, as their dedupKey is one. */
function labelsOf({ kind, key, names: { director, client, job } }: Incident): Record<string, string> {
  if (kind === 'test') return { test: boundedKey(key, nameLimit) };
  // The end of these may know less than the beginning; both have the key.
  if (kind !== 'job' && kind !== 'overdue' && kind !== 'client') {
    return { ...(director ? { director: boundedKey(director, nameLimit) } : {}), subject: boundedKey(key, nameLimit) };
  }
  const subjects: (readonly [string, string | null])[] = [];
  if (kind !== 'client') subjects.push(['job', job]);
  if (kind !== 'job') subjects.push(['client', client]);
  const labels: Record<string, string> = {};
  for (const [label, name] of [['director', director] as const, ...subjects]) {
    if (name) labels[label] = boundedKey(name, nameLimit);
  }
  return labels;
}

function annotationsOf({ severity, type, noticeId, content }: Incident, baseUrl: string): Record<string, string> {
  const details = Object.entries(detailsOf(content.facts)).map(([label, text]) => `${label}: ${text}`);
  return {
    summary: `${content.state} ${content.headline}`,
    description: content.sentences.join(' '),
    severity,
    type,
    notice: noticeId,
    console: `${baseUrl}/`,
    ...(details.length > 0 ? { details: details.join('\n') } : {}),
    ...(content.log.length > 0 ? { log: content.log.join('\n') } : {}),
  };
}
