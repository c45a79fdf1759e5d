import { type EventEnvelope, type EventType, isEnd, severities, type Severity } from '../../../domain/event.js';
import { type Notification } from '../../../domain/notification.js';
import { countOf, timeInWords } from './format-units.js';
import { type NotificationContent, type Fact, type PageLink, toContent, workOf } from './notification-content.js';
import { oneLine } from './plain-text.js';

/** The meaning of a color; always shown beside a word with the same meaning. */
export type Tone = 'ok' | 'info' | 'warn' | 'bad';

/** One event of a summary. */
export interface MessageItem {
  readonly tone: Tone;
  readonly state: string;
  readonly headline: string;
  readonly at: string;
  readonly url: string;
}

/** A message for people, for any receiving program: plain lines without markup, cleaned and bounded. */
export interface RenderedMessage {
  readonly tone: Tone;
  /** `ERROR`, `OK`, `SUMMARY`, `TEST`. */
  readonly state: string;
  /** At most 110 characters. */
  readonly headline: string;
  readonly sentences: readonly string[];
  readonly facts: readonly Fact[];
  /** A message of the log as one line, for what has room for few. */
  readonly log: readonly string[];
  /** As it is printed. */
  readonly printedLog: readonly string[];
  /** Of a summary: the counts by kind, highest severity first. */
  readonly counts: readonly { readonly tone: Tone; readonly text: string }[];
  /** Of a summary: highest severity first, then the oldest. */
  readonly items: readonly MessageItem[];
  /** How many events of a summary are not among `items`. */
  readonly unlisted: number;
  readonly page: PageLink;
  readonly time: string;
}

export interface MessageFrame {
  /** Where people reach the console, without a final slash. */
  readonly baseUrl: string;
  /** How many events of a summary are listed. */
  readonly listed: number;
}

export function renderMessage(notice: Notification, frame: MessageFrame): RenderedMessage {
  const [event] = notice.events;
  if (notice.kind === 'event' && event) return messageOfEvent(event, toContent(event, frame.baseUrl));
  if (notice.kind === 'summary') return messageOfSummary(notice, frame);
  return messageOfText(notice, frame);
}

function messageOfEvent(event: EventEnvelope, content: NotificationContent): RenderedMessage {
  const { state, headline, sentences, facts, log, printedLog, page } = content;
  const time = timeInWords(event.timestamp);
  return { ...noSummary, tone: toneOf(event), state, headline, sentences, facts, log, printedLog, page, time };
}

function messageOfText(notice: Notification, { baseUrl }: MessageFrame): RenderedMessage {
  const isTest = notice.kind === 'test';
  return {
    ...noSummary,
    tone: isTest ? 'info' : 'warn',
    state: isTest ? 'TEST' : 'WARNING',
    headline: oneLine(notice.title, 110) || (isTest ? 'This is a test.' : 'Another channel cannot deliver.'),
    sentences: sentencesOf(notice),
    facts: [],
    ...noLog,
    page: { label: 'Open Backup Console', url: `${baseUrl}/` },
    time: timeInWords(notice.timestamp),
  };
}

const noLog = { log: [], printedLog: [] } as const;
const noSummary = { counts: [], items: [], unlisted: 0 } as const;

function messageOfSummary(notice: Notification, { baseUrl, listed }: MessageFrame): RenderedMessage {
  const gravestFirst = notice.events.toSorted((one, other) => gravityOf(other) - gravityOf(one));
  return {
    tone: gravestFirst[0] ? toneOf(gravestFirst[0]) : 'info',
    state: 'SUMMARY',
    headline: headlineOfSummary(gravestFirst),
    sentences: [oneLine(notice.title, 500), ...sentencesOf(notice)].filter((each) => each !== ''),
    facts: [],
    ...noLog,
    counts: countsOf(gravestFirst),
    items: gravestFirst.slice(0, listed).map((event) => itemOf(event, baseUrl)),
    unlisted: Math.max(0, gravestFirst.length - listed),
    page: { label: 'Open Backup Console', url: `${baseUrl}/` },
    time: timeInWords(notice.timestamp),
  };
}

function sentencesOf(notice: Notification): string[] {
  return notice.lines
    .slice(0, 20)
    .map((line) => oneLine(line, 500))
    .filter((line) => line !== '');
}

function itemOf(event: EventEnvelope, baseUrl: string): MessageItem {
  const { state, headline, page } = toContent(event, baseUrl);
  return { tone: toneOf(event), state, headline, at: timeInWords(event.timestamp), url: page.url };
}

const tones: Readonly<Record<Severity, Tone>> = { info: 'info', warning: 'warn', error: 'bad', critical: 'bad' };

function toneOf({ type, severity }: EventEnvelope): Tone {
  return isEnd(type) ? 'ok' : tones[severity];
}

function gravityOf({ severity }: EventEnvelope): number {
  return severities.indexOf(severity);
}

const namesShown = 3;
/** A mail's subject has the console's name besides. */
const headlineLimit = 103;

/** `2 backups failed: db1, mail; 1 client silent for too long: web`, highest severity first. */
function headlineOfSummary(gravestFirst: readonly EventEnvelope[]): string {
  const types = [...new Set(gravestFirst.map(({ type }) => type))];
  const said = (shown: number): string =>
    types
      .map((type) =>
        phraseOf(
          gravestFirst.filter((event) => event.type === type),
          type,
          shown,
        ),
      )
      .join('; ');
  // Rather fewer names than a kind of event that is cut off.
  const fitting = [namesShown, 1].map(said).find((text) => text.length <= headlineLimit);
  return oneLine(fitting ?? said(0), headlineLimit);
}

function phraseOf(events: readonly EventEnvelope[], type: EventType, mostNames: number): string {
  const [one, many] = countText[type];
  const works = new Set(events.map(workOf));
  const work = works.size === 1 ? [...works][0] : undefined;
  const words =
    work === undefined || work === 'job' ? [one, many] : [one, many].map((each) => each.replace(/^job/, work));
  const names = namesOf(events);
  const shown = names.slice(0, mostNames).join(', ');
  const more = shown !== '' && names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${countOf(events.length, words[0] ?? one, words[1])}${shown === '' ? '' : `: ${shown}${more}`}`;
}

/** What each event is about. Clients, where no two events are about the same one. */
function namesOf(events: readonly EventEnvelope[]): readonly string[] {
  const named = (...members: readonly string[]): string[] =>
    events.flatMap(({ data }) => {
      const found = members.map((member) => data[member]).find((value) => typeof value === 'string' && value !== '');
      return typeof found === 'string' ? [oneLine(found, 40)] : [];
    });
  const clients = new Set(named('client'));
  if (clients.size === events.length) return [...clients];
  return [...new Set(named('job', 'client', 'pool', 'storage', 'name', 'account', 'address', 'director'))];
}

const countText: Readonly<Record<EventType, readonly [string, string]>> = {
  'job.completed.ok': ['job succeeded', 'jobs succeeded'],
  'job.completed.warning': ['job succeeded with warnings', 'jobs succeeded with warnings'],
  'job.completed.error': ['job failed', 'jobs failed'],
  'job.missed': ['job did not start', 'jobs did not start'],
  'run.waiting': ['run is waiting for an operator', 'runs are waiting for an operator'],
  'run.resumed': ['run continues', 'runs continue'],
  'client.silence.warn': ['client became overdue', 'clients became overdue'],
  'client.silence.crit': ['client critically overdue', 'clients critically overdue'],
  'client.silence.ok': ['client is no longer overdue', 'clients are no longer overdue'],
  'job.overdue.warn': ['job became overdue', 'jobs became overdue'],
  'job.overdue.crit': ['job critically overdue', 'jobs critically overdue'],
  'job.overdue.ok': ['job is no longer overdue', 'jobs are no longer overdue'],
  'director.unreachable': ['Director does not answer', 'Directors do not answer'],
  'director.recovered': ['Director answers again', 'Directors answer again'],
  'storage.error': ['storage in error', 'storages in error'],
  'storage.filling': ['pool is filling up', 'pools are filling up'],
  'storage.ok': ['storage OK again', 'storages OK again'],
  'channel.failing': ['channel cannot deliver', 'channels cannot deliver'],
  'channel.recovered': ['channel delivers again', 'channels deliver again'],
  'auth.failures': ['source of failed logins', 'sources of failed logins'],
  'api_token.create': ['API token created', 'API tokens created'],
  'api_token.revoke': ['API token revoked', 'API tokens revoked'],
};

function countsOf(events: readonly EventEnvelope[]): RenderedMessage['counts'] {
  const types = [...new Set(events.map(({ type }) => type))];
  return types.map((type) => {
    const same = events.filter((event) => event.type === type);
    const [first] = same;
    return { tone: first ? toneOf(first) : 'info', text: countOf(same.length, ...countText[type]) };
  });
}

/** The state before the headline, as used in subjects and titles. */
export function titleOf({ state, headline }: Pick<RenderedMessage, 'state' | 'headline'>): string {
  return `${state} ${headline}`;
}
