import { type EventEnvelope, type EventType, type Severity } from '../../domain/event.js';
import { countInWords, countOf, sizeInWords, spanInWords, timeInWords } from './amounts.js';
import { EventData } from './event-data.js';
import { oneLine } from './plain-text.js';

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** An event told to people: plain lines without any markup, each cleaned and bounded. */
export interface EventStory {
  /** `OK`, or the severity in capitals. */
  readonly state: string;
  /** `job "Nightly" on web1 (main)`, at most 100 characters. */
  readonly headline: string;
  /** Sentences, the event's own summary first. */
  readonly sentences: readonly string[];
  readonly facts: readonly Fact[];
  /** End of the run's log, oldest line first. */
  readonly log: readonly string[];
  /** Where to look further, in the browser's console. */
  readonly page: PageLink;
}

export interface PageLink {
  readonly label: string;
  readonly url: string;
}

/** What ended something that began under the same dedupKey. */
export const resolvingTypes: ReadonlySet<EventType> = new Set<EventType>([
  'job.completed.ok',
  'client.silence.ok',
  'job.overdue.ok',
]);

const logLines = 10;
const lineLength = 300;
const nameLength = 36;

/** `baseUrl`: where people reach the console, without a final slash. */
export function storyOf(event: EventEnvelope, baseUrl: string): EventStory {
  const data = new EventData(event.data);
  const diagnosis = data.inner('diagnosis');
  const summary = oneLine(event.summary, 500);
  const cause = diagnosis.text('cause', 500);
  const nextStep = diagnosis.text('nextStep', 500);
  const sentences = [summary, summary.includes(cause ?? '') ? null : cause, nextStep && `Next step: ${nextStep}`];
  return {
    state: stateOf(event.type, event.severity),
    headline: oneLine(headlineOf(event, data), 100),
    sentences: sentences.filter((each): each is string => each !== null && each !== ''),
    facts: factsOf(event.type, data).filter((fact): fact is Fact => fact.text !== null),
    log: data.lines('log', logLines, lineLength),
    page: pageOf(event, data, baseUrl),
  };
}

export function stateOf(type: EventType, severity: Severity): string {
  return resolvingTypes.has(type) ? 'OK' : severity.toUpperCase();
}

function headlineOf(event: EventEnvelope, data: EventData): string {
  const director = data.text('director', nameLength);
  const where = director ? ` (${director})` : '';
  const name = (member: string): string => data.text(member, nameLength) ?? 'unknown';
  if (event.type.startsWith('job.')) {
    const client = data.text('client', nameLength);
    const overdue = event.type.startsWith('job.overdue.') ? ` ${overdueWords(event.type, data)}` : '';
    return `job "${name('job')}"${client ? ` on ${client}` : ''}${overdue}${where}`;
  }
  if (event.type.startsWith('client.')) return `client "${name('client')}" ${silenceWords(event.type, data)}${where}`;
  const actor = data.inner('actor').text('name', nameLength);
  return `API token "${name('name')}" ${event.type === 'api_token.create' ? 'created' : 'revoked'}${actor ? ` by ${actor}` : ''}`;
}

const endedBy: Readonly<Record<string, string>> = {
  backup: 'has a good backup again',
  removed: 'is gone from the Director',
  pause: 'is paused',
};

function silenceWords(type: EventType, data: EventData): string {
  if (type === 'client.silence.ok') return endedBy[data.text('cause') ?? ''] ?? 'is within its thresholds again';
  const age = data.number('ageSeconds');
  return age === null ? 'is silent' : `silent for ${spanInWords(age)}`;
}

function overdueWords(type: EventType, data: EventData): string {
  const cause = data.text('cause') ?? '';
  if (type === 'job.overdue.ok')
    return cause === 'unmonitored' ? 'is no longer monitored' : (endedBy[cause] ?? 'is within its thresholds again');
  const age = data.number('ageSeconds');
  if (data.time('lastGoodAt') === null) return 'was never backed up';
  return age === null ? 'is overdue' : `has had no good backup for ${spanInWords(age)}`;
}

interface PossibleFact {
  readonly label: string;
  readonly text: string | null;
}

function factsOf(type: EventType, data: EventData): PossibleFact[] {
  if (type.startsWith('job.overdue.')) return overdueFacts(data);
  if (type.startsWith('job.')) return jobFacts(data);
  return type.startsWith('client.') ? silenceFacts(data) : tokenFacts(data);
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
    fact('Amount', together([amount(data.number('files'), files), amount(data.number('bytes'), sizeInWords)], ', ')),
    fact('Errors', amount(data.number('errors'), countInWords)),
    fact('Started by', together([trigger.text('kind', 40), trigger.text('name')], ' ')),
    fact('Run', data.text('uniqueName')),
  ];
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
    fact('Silent for', amount(data.number('ageSeconds'), spanInWords)),
    fact('Threshold', amount(data.number('thresholdSeconds'), spanInWords)),
    fact('Was before', data.text('previousStatus', 40)),
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
    fact('Last good backup', last ? timeInWords(last) : 'never'),
    fact('Threshold', amount(data.number('thresholdSeconds'), spanInWords)),
    fact('Was before', data.text('previousStatus', 40)),
  ];
}

function tokenFacts(data: EventData): PossibleFact[] {
  return [
    fact('Token', data.text('name')),
    fact('Role', data.text('role')),
    fact('Owner', data.inner('owner').text('username')),
    fact('By', data.inner('actor').text('name')),
    fact('From', data.text('ip', 60)),
    fact('With', data.text('userAgent')),
  ];
}

function fact(label: string, text: string | null): PossibleFact {
  return { label, text };
}

/** What is known of several parts; null where nothing is. */
function together(parts: readonly (string | null)[], between: string): string | null {
  return parts.filter((part) => part !== null).join(between) || null;
}

function files(count: number): string {
  return countOf(count, 'file');
}

function afterSpan(seconds: number): string {
  return `after ${spanInWords(seconds)}`;
}

function instant(time: Date | null): string | null {
  return time && timeInWords(time);
}

function amount(value: number | null, words: (value: number) => string): string | null {
  return value === null ? null : words(value);
}

/** An address as it may stand in any format: nothing in it needs to be escaped, and it is not cut. */
const address = /^[!#$%'()*+,\-./0-9:;=?@A-Z[\]_a-z~&]{1,500}$/;

/** The page that the event names, if it is one of ours; else what its type is about. */
function pageOf({ type, links }: EventEnvelope, data: EventData, baseUrl: string): PageLink {
  const page = links.page ?? '';
  const given = page.startsWith(`${baseUrl}/`) && address.test(page) ? page : null;
  if (type.startsWith('job.overdue.')) {
    return given ? { label: 'Open the job', url: given } : { label: 'Open Backup Console', url: `${baseUrl}/` };
  }
  if (type.startsWith('job.')) return { label: 'Open the run', url: given ?? runUrl(data, baseUrl) };
  if (type.startsWith('client.')) {
    return given ? { label: 'Open the client', url: given } : { label: 'Open Backup Console', url: `${baseUrl}/` };
  }
  return { label: 'Open the tokens', url: given ?? `${baseUrl}/#/tokens` };
}

function runUrl(data: EventData, baseUrl: string): string {
  const jobId = data.number('jobId');
  const director = data.text('director');
  if (jobId === null || !Number.isInteger(jobId)) return `${baseUrl}/#/runs`;
  const query = director ? `?${new URLSearchParams({ director }).toString()}` : '';
  return `${baseUrl}/#/runs/${jobId}${query.length <= 200 ? query : ''}`;
}
