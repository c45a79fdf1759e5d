import { type EventEnvelope, type EventType, isEnd, type Severity } from '../../../domain/event.js';
import { formatCount, countOf, formatBytes, formatSpan, timeInWords } from './format-units.js';
import { oneLine, printedLines } from './plain-text.js';

/** Reads an event's data: what is missing or of another type than the contract is null, because the message must still be sent. */
class EventData {
  constructor(private readonly data: Readonly<Record<string, unknown>>) {}

  /** One clean line; null for an empty text as well. */
  text(name: string, limit = 200): string | null {
    const value = this.data[name];
    if (typeof value !== 'string') return null;
    return oneLine(value, limit) || null;
  }

  number(name: string): number | null {
    const value = this.data[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  isFalse(name: string): boolean {
    return this.data[name] === false;
  }

  time(name: string): Date | null {
    const value = this.data[name];
    if (!(value instanceof Date) && typeof value !== 'string') return null;
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? null : time;
  }

  inner(name: string): EventData {
    const value = this.data[name];
    return new EventData(isRecord(value) ? value : {});
  }

  /** A list of texts, or of records with a `text`, each as one line; the last `count`. */
  lines(name: string, count: number, limit: number): string[] {
    return this.texts(name, count).map((each) => oneLine(each, limit));
  }

  /** The same as they are printed: a text may have several lines, of which the last `most` are taken. */
  printed(name: string, count: number, most: number, limit: number): string[] {
    return this.texts(name, count)
      .flatMap((each) => printedLines(each, limit))
      .slice(-most);
  }

  private texts(name: string, count: number): string[] {
    const value = this.data[name];
    if (!Array.isArray(value)) return [];
    const texts = value.slice(-count).map((each: unknown) => (isRecord(each) ? each.text : each));
    return texts.filter((each) => typeof each === 'string');
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** An event as text: plain lines without any markup, each cleaned and bounded. */
export interface NotificationContent {
  /** `OK`, or the severity in capitals. */
  readonly state: string;
  /** `job "Nightly" on web1 (main)`, at most 100 characters. */
  readonly headline: string;
  /** Sentences, the event's own summary first. */
  readonly sentences: readonly string[];
  readonly facts: readonly Fact[];
  /** End of the run's log, oldest line first. */
  readonly log: readonly string[];
  /** The same with the lines and columns that a message has: a Director's closing report has more than thirty. */
  readonly printedLog: readonly string[];
  /** The link for details, in the browser's console. */
  readonly page: PageLink;
}

export interface PageLink {
  readonly label: string;
  readonly url: string;
}

const logLines = 10;
const lineLength = 300;
/** A closing report and what came before it. */
const mostPrinted = 60;
const nameLength = 36;

/** `baseUrl`: where people reach the console, without a final slash. */
export function toContent(event: EventEnvelope, baseUrl: string): NotificationContent {
  const data = new EventData(event.data);
  const diagnosis = data.inner('diagnosis');
  const summary = oneLine(event.summary, 500);
  const cause = diagnosis.text('cause', 500);
  const nextStep = diagnosis.text('nextStep', 500);
  // The summary may append the path to the cause, before its period.
  const isMentioned = summary.includes((cause ?? '').replace(/\.$/, ''));
  const sentences = [summary, isMentioned ? null : cause, nextStep && `Next step: ${nextStep}`];
  return {
    state: stateOf(event.type, event.severity),
    headline: oneLine(headlineOf(event, data), 100),
    sentences: sentences.filter((each): each is string => each !== null && each !== ''),
    facts: factsOf(event.type, data).filter((fact): fact is Fact => fact.text !== null),
    log: data.lines('log', logLines, lineLength),
    printedLog: data.printed('log', logLines, mostPrinted, lineLength),
    page: pageOf(event, data, baseUrl),
  };
}

export function stateOf(type: EventType, severity: Severity): string {
  return isEnd(type) ? 'OK' : severity.toUpperCase();
}

type Name = (member: string) => string;

/** By the first word of the type. */
const headlines: Readonly<Record<string, (event: EventEnvelope, data: EventData, name: Name) => string>> = {
  job: jobHeadline,
  client: ({ type }, data, name) => `client "${name('client')}" ${silenceText(type, data)}`,
  run: ({ type }, _, name) =>
    `job "${name('job')}" ${type === 'run.waiting' ? 'is waiting for an operator' : 'continues'}`,
  director: ({ type }, _, name) =>
    `Director "${name('director')}" ${type === 'director.unreachable' ? 'does not answer' : 'answers again'}`,
  storage: ({ type }, data, name) => storageText(type, data, name),
  channel: ({ type }, _, name) =>
    `channel "${name('name')}" ${type === 'channel.failing' ? 'cannot deliver' : 'delivers again'}`,
  auth: (_, data, name) =>
    `failed logins ${data.text('account') ? `as "${name('account')}"` : `from ${name('address')}`}`,
  api_token: tokenHeadline,
};

function headlineOf(event: EventEnvelope, data: EventData): string {
  const director = data.text('director', nameLength);
  const name: Name = (member) => data.text(member, nameLength) ?? 'unknown';
  const headline = headlines[familyOf(event.type)]?.(event, data, name) ?? event.type;
  return director && !event.type.startsWith('director.') ? `${headline} (${director})` : headline;
}

function familyOf(type: EventType): string {
  return type.split('.')[0] ?? '';
}

function jobHeadline(event: EventEnvelope, data: EventData, name: Name): string {
  if (event.type.startsWith('job.overdue.')) {
    return `job "${name('job')}" of client "${name('client')}" ${overdueText(event.type, data)}`;
  }
  const client = data.text('client', nameLength);
  const words = jobText[event.type as keyof typeof jobText];
  return `${workOf(event)} "${name('job')}"${client ? ` on ${client}` : ''} ${words}`;
}

const jobText = {
  'job.completed.ok': 'succeeded',
  'job.completed.warning': 'succeeded with warnings',
  'job.completed.error': 'failed',
  'job.missed': 'did not start',
} as const;

/** `backup`, `restore`; `job` for all else. */
export function workOf({ type, data }: Pick<EventEnvelope, 'type' | 'data'>): string {
  if (type === 'job.missed' || data['type'] === 'Backup') return 'backup';
  return data['type'] === 'Restore' ? 'restore' : 'job';
}

function storageText(type: EventType, data: EventData, name: Name): string {
  const who = data.text('pool') ? `pool "${name('pool')}"` : `storage "${name('storage')}"`;
  if (type === 'storage.ok') return `${who} is OK again`;
  if (type === 'storage.filling') return `${who} is filling up`;
  return `${who} ${data.text('reason') === 'unreachable' ? 'does not answer' : 'has volumes in error'}`;
}

function tokenHeadline(event: EventEnvelope, data: EventData, name: Name): string {
  const actor = data.inner('actor').text('name', nameLength);
  return `API token "${name('name')}" ${event.type === 'api_token.create' ? 'created' : 'revoked'}${actor ? ` by ${actor}` : ''}`;
}

const endedBy: Readonly<Record<string, string>> = {
  backup: 'has a good backup again',
  removed: 'was removed from the Director',
  pause: 'is muted',
};

function silenceText(type: EventType, data: EventData): string {
  if (type === 'client.silence.ok') return endedBy[data.text('cause') ?? ''] ?? 'is within its thresholds again';
  const age = data.number('ageSeconds');
  return age === null ? 'is overdue' : `has had no good backup for ${formatSpan(age)}`;
}

function overdueText(type: EventType, data: EventData): string {
  const cause = data.text('cause') ?? '';
  if (type === 'job.overdue.ok')
    return cause === 'unmonitored' ? 'is no longer monitored' : (endedBy[cause] ?? 'is within its thresholds again');
  const age = data.number('ageSeconds');
  if (cause === 'lost') return 'has no backup left that can be restored';
  if (data.time('lastGoodAt') === null) return 'was never backed up';
  return age === null ? 'is overdue' : `has had no good backup for ${formatSpan(age)}`;
}

interface PossibleFact {
  readonly label: string;
  readonly text: string | null;
}

function factsOf(type: EventType, data: EventData): PossibleFact[] {
  if (type.startsWith('job.completed.')) return jobFacts(data);
  if (type.startsWith('job.overdue.')) return overdueFacts(data);
  if (type.startsWith('client.')) return silenceFacts(data);
  return type.startsWith('api_token.') ? tokenFacts(data) : conditionFacts(data);
}

function jobFacts(data: EventData): PossibleFact[] {
  const trigger = data.inner('triggeredBy');
  return [
    fact('Job', data.text('job')),
    fact('Client', data.text('client')),
    fact('Director', data.text('director')),
    fact('Level', together([data.text('type', 40), data.text('level', 40)], ', ')),
    fact('Fileset', data.text('fileset')),
    fact('Started', instant(data.time('startedAt'))),
    fact('Ended', together([instant(data.time('endedAt')), amount(data.number('durationSeconds'), afterSpan)], ' ')),
    fact('Size', savedAmount(data)),
    fact('Errors', amount(data.number('errors'), formatCount)),
    fact('Started by', together([trigger.text('kind', 40), trigger.text('name')], ' ')),
    fact('Run', data.text('uniqueName')),
  ];
}

/** The Director counts the file that a backup had started when it broke off before the first byte. */
function savedAmount(data: EventData): string | null {
  const hasFailed = ['error', 'canceled'].includes(data.text('status', 40) ?? '');
  if (hasFailed && data.text('type', 40) === 'Backup' && data.number('bytes') === 0) return 'no data saved';
  return together([amount(data.number('files'), files), amount(data.number('bytes'), formatBytes)], ', ');
}

function silenceFacts(data: EventData): PossibleFact[] {
  const last = data.time('lastSuccessAt');
  return [
    fact('Client', data.text('client')),
    fact(
      'Director',
      together([data.text('director'), data.isFalse('directorReachable') ? '(does not answer)' : null], ' '),
    ),
    fact('Last good backup', last ? timeInWords(last) : 'none yet'),
    fact('Backup age', amount(data.number('ageSeconds'), formatSpan)),
    fact('Threshold', amount(data.number('thresholdSeconds'), formatSpan)),
    fact('Previous status', data.text('previousStatus', 40)),
  ];
}

function overdueFacts(data: EventData): PossibleFact[] {
  const last = data.time('lastGoodAt');
  return [
    fact('Job', data.text('job')),
    fact('Client', data.text('client')),
    fact('Fileset', data.text('fileset')),
    fact(
      'Director',
      together([data.text('director'), data.isFalse('directorReachable') ? '(does not answer)' : null], ' '),
    ),
    fact('Last good backup', last ? timeInWords(last) : data.text('cause') === 'lost' ? 'none left' : 'never'),
    fact('Threshold', amount(data.number('thresholdSeconds'), formatSpan)),
    fact('Previous status', data.text('previousStatus', 40)),
  ];
}

/** Members of all kinds; each event has those of its own. */
function conditionFacts(data: EventData): PossibleFact[] {
  return [
    fact('Director', data.text('director')),
    fact('Job', data.text('job')),
    fact('Client', data.text('client')),
    fact('Scheduled for', instant(data.time('plannedAt'))),
    fact('Run', data.text('uniqueName')),
    fact('Waiting for', data.text('waitsFor')),
    fact('Storage', data.text('storage')),
    fact('Pool', data.text('pool')),
    fact('Volumes in error', data.lines('volumes', 10, 100).join(', ') || null),
    fact('Full on', instant(data.time('expectedFullAt'))),
    fact('Free', amount(data.number('freeBytes'), formatBytes)),
    fact('Channel', data.text('name')),
    fact('Account', data.text('account')),
    fact('Address', data.text('address', 60)),
    fact('Error', data.text('error')),
    fact('Since', instant(data.time('since'))),
    fact('Duration', amount(data.number('durationSeconds'), formatSpan)),
  ];
}

function tokenFacts(data: EventData): PossibleFact[] {
  return [
    fact('Token', data.text('name')),
    fact('Role', data.text('role')),
    fact('Owner', data.inner('owner').text('username')),
    fact('Actor', data.inner('actor').text('name')),
    fact('Address', data.text('ip', 60)),
    fact('User agent', data.text('userAgent')),
  ];
}

function fact(label: string, text: string | null): PossibleFact {
  return { label, text };
}

/** Joins the known parts; null if there are none. */
function together(parts: readonly (string | null)[], between: string): string | null {
  return parts.filter((part) => part !== null).join(between) || null;
}

function files(count: number): string {
  return countOf(count, 'file');
}

function afterSpan(seconds: number): string {
  return `after ${formatSpan(seconds)}`;
}

function instant(time: Date | null): string | null {
  return time && timeInWords(time);
}

function amount(value: number | null, words: (value: number) => string): string | null {
  return value === null ? null : words(value);
}

/** An address that is safe in any format: nothing in it needs to be escaped, and it is not cut. */
const address = /^[!#$%'()*+,\-./0-9:;=?@A-Z[\]_a-z~&]{1,500}$/;

/** The page that the event names, if it is one of ours; else what its type is about. */
function pageOf({ type, links }: EventEnvelope, data: EventData, baseUrl: string): PageLink {
  const page = links.page ?? '';
  const given = page.startsWith(`${baseUrl}/`) && address.test(page) ? page : null;
  const label = type.startsWith('job.completed.') ? 'Open run' : pageLabels[familyOf(type)];
  const url = given ?? usualPages[familyOf(type)]?.(type, data, baseUrl);
  return url && label ? { label, url } : { label: 'Open Backup Console', url: `${baseUrl}/` };
}

/** Where the event names no page of ours. */
const usualPages: Readonly<Record<string, (type: EventType, data: EventData, baseUrl: string) => string | null>> = {
  job: (type, data, baseUrl) => (type.startsWith('job.completed.') ? runUrl(data, baseUrl) : null),
  api_token: (_type, _data, baseUrl) => `${baseUrl}/#/tokens`,
};

const pageLabels: Readonly<Record<string, string>> = {
  client: 'Open client',
  job: 'Open job',
  run: 'Open run',
  director: 'Open Director',
  storage: 'Open storage',
  channel: 'Open channel',
  auth: 'Open audit log',
  api_token: 'Open tokens',
};

function runUrl(data: EventData, baseUrl: string): string {
  const jobId = data.number('jobId');
  const director = data.text('director');
  if (jobId === null || !Number.isInteger(jobId)) return `${baseUrl}/#/runs`;
  const query = director ? `?${new URLSearchParams({ director }).toString()}` : '';
  return `${baseUrl}/#/runs/${jobId}${query.length <= 200 ? query : ''}`;
}
