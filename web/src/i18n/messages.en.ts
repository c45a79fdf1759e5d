import { type Problem, type Schemas } from '../api/request';
import { percent, shortTime, size } from '../components/format';
import { isRetry, type DeliveryStatus } from './delivery-status';
import { plural } from './plural';
import { figure } from './server-message';

/** Of every part of the page. */
export const common = {
  retry: 'Retry',
  request: 'Request',
  loading: 'Loading',
  notLoaded: 'Not loaded yet.',
  lastKnown: 'Last known data:',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  curl: 'Copy as cURL',
  api: 'API',
  apiMenu: 'Copy a request as cURL',
  parents: 'Parent pages',
  all: 'All',
  none: 'None',
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',
  knownAt: (time: string) => `Showing last known data (as of ${time}).`,
  lacks: (role: string, capability: string) => `Your role ${role} doesn't include ${capability}. Ask an administrator.`,
  states: {
    completed: 'Succeeded',
    warning: 'Succeeded with warnings',
    error: 'Failed',
    canceled: 'Canceled',
    running: 'Running',
    queued: 'Queued',
    waiting: 'Waiting',
    active: 'Active',
    revoked: 'Revoked',
    expired: 'Expired',
    disabled: 'Disabled',
    ok: 'OK',
    warn: 'Warning',
    crit: 'Critical',
    unknown: 'Unknown',
    paused: 'Paused',
  },
  timesIn: (zone: string) => `Times in ${zone}.`,
  /** Of a run that ended well, and is far from typical. */
  unusually: { small: 'unusually small', slow: 'unusually slow' },
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  moreThan: (count: string) => `more than ${count}`,
  fresh: (count: number) => plural('en', count, 'new', 'new'),
};

function textInEnglish(status: DeliveryStatus, attempts: number): string {
  return isRetry(status, attempts) ? `Retrying (${attempts} failed)` : deliveryStatus.states[status];
}

export const deliveryStatus = {
  states: {
    waiting: 'Waiting',
    sending: 'Sending',
    delivered: 'Delivered',
    failed: 'Gave up',
    superseded: 'Superseded',
    canceled: 'Canceled',
  },
  text: textInEnglish,
};

export type Known = Pick<Schemas['RunDiagnosis'], 'code' | 'cause' | 'nextStep'>;

/** Why a run ended badly: the API's own words, or the same by its code. */
export const diagnosis = {
  cause: ({ cause }: Known): string => cause,
  nextStep: ({ nextStep }: Known): string => nextStep,
};

export type Event = Pick<Schemas['EventRecord'], 'type' | 'data' | 'summary'>;

/** What happened in a sentence: the API's own words, or the same by the event's type and data. */
export const eventSummary = { summary: ({ summary }: Event): string => summary };

/** What happens, and how grave it is: the API's words for people. */
export const eventNames = {
  types: {
    'job.completed.ok': 'Job succeeded',
    'job.completed.warning': 'Job succeeded with warnings',
    'job.completed.error': 'Job failed',
    'job.missed': 'Scheduled job did not start',
    'run.waiting': 'Run is waiting for media or an operator',
    'run.resumed': 'Run no longer waits',
    'client.silence.warn': 'Client overdue',
    'client.silence.crit': 'Client critically overdue',
    'client.silence.ok': 'Client recovered',
    'job.overdue.warn': 'Job overdue',
    'job.overdue.crit': 'Job critically overdue',
    'job.overdue.ok': 'Job no longer overdue',
    'director.unreachable': 'Director does not answer',
    'director.recovered': 'Director recovered',
    'storage.error': 'Storage or volume error',
    'storage.filling': 'Pool or its disk filling up',
    'storage.ok': 'Storage or pool recovered',
    'channel.failing': 'Another channel failing',
    'channel.recovered': 'Another channel recovered',
    'auth.failures': 'Repeated failed logins',
    'api_token.create': 'API token created',
    'api_token.revoke': 'API token revoked',
  },
  severities: { info: 'Info', warning: 'Warning', error: 'Error', critical: 'Critical' },
  purposes: { backups: 'Backups', infrastructure: 'Infrastructure', security: 'Security' },
};

export type Check = Pick<
  Schemas['HealthCheck'],
  'code' | 'params' | 'value' | 'status' | 'message' | 'hint' | 'director' | 'observedAt'
>;

const silentOnes: Readonly<Record<string, (director: string) => string>> = {
  'director.no_answer': (director) => `Director ${director}`,
  'catalog.no_answer': (director) => `The catalog of Director ${director}`,
};

/**
 * The API's own words. It says for how long something has not answered, which is untrue soon after: here it is since when. Of a storage
 * with enough space it does not say how much, which the page does.
 */
function englishFound({ code, status, params, value, message, director, observedAt }: Check, zone?: string): string {
  if (code === 'storage.space' && status === 'ok' && value !== null) {
    return `Storage ${String(params['storage'])}: ${size(value)} free (${percent(figure(params, 'freeShare'))}).`;
  }
  const silent = silentOnes[code];
  return silent === undefined || observedAt === null
    ? message
    : `${silent(director)} has not answered since ${shortTime(observedAt, zone)}.`;
}

function englishSummary(checks: readonly Check[], summary: string, zone?: string): string {
  return checks.reduce((text, check) => text.replace(check.message, () => englishFound(check, zone)), summary);
}

/** What a check found and what to do about it: the API's own words, or the same by its code and values. */
export const finding = {
  found: englishFound,
  toDo: ({ hint }: Check): string => hint ?? '',
  /** Of one Director; `summary` is the API's. */
  summary: englishSummary,
};

export type Outcome = Pick<Schemas['DeliveryOutcome'], 'statusCode' | 'code' | 'detail'>;

/** How a try to send went: the API's own words, or the same by its code. */
export const outcome = { text: ({ detail }: Outcome): string => detail };

/** What was refused and what to do: the API's own words, or the same by its reason or code. */
export const problem = {
  title: ({ title }: Problem): string => title,
  text: ({ code, detail, said: own }: Problem): string =>
    own ?? (code === 'unauthenticated' ? 'Your session had ended. Try again.' : detail),
};

export type Waiting = Schemas['RunWaiting'];

/** Why a run does not go on and what helps: the API's own words, or the same by its code. */
export const waiting = { reason: ({ text }: Waiting): string => text, step: ({ hint }: Waiting): string => hint };
