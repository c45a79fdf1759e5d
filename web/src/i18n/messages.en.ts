import { isRetry, type DeliveryStatus } from './delivery-status';
import { plural } from './plural';

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
