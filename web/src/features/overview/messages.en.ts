import { plural } from '../../i18n/plural';

export interface Counts {
  readonly completed: number;
  readonly warning: number;
  readonly error: number;
  readonly canceled: number;
  readonly unfinished?: number;
  /** Scheduled starts without a run. */
  readonly missed?: number;
}

interface Range {
  readonly from: string;
  readonly to: string;
  /** How probable it is that it is between them, as a percentage. */
  readonly sure: string;
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

function countsInEnglish({ completed, warning, error, canceled, unfinished = 0, missed = 0 }: Counts): string {
  const of = (count: number, word: string) => (count === 0 ? '' : `${plural('en', count, 'run', 'runs')} ${word}`);
  return joined(
    of(error, 'failed'),
    missed === 0 ? '' : `${plural('en', missed, 'start', 'starts')} missed`,
    of(canceled, 'canceled'),
    of(warning, 'with warnings'),
    of(unfinished, 'running or waiting'),
    of(completed, 'succeeded'),
  );
}

export const overview = {
  title: 'Overview',
  noDirector: 'No Director connected. Add one to start monitoring.',
  addDirector: 'Add a Director',
  away: (director: string, since: string) => `Director ${director} has not answered since ${since}.`,
  notAnswering: 'Not answering.',
  neverAnswered: (director: string) => `Director ${director} has not answered yet.`,
  goesOn: 'Showing last known data.',
  noDataYet: 'No data yet.',
  nothingForRole: (role: string) => `Your role ${role} does not give access to anything on this page. You can open:`,
  verdict: 'Health',
  channelFails: (name: string) => `Notification channel ${name} is failing.`,
  channelToDo: 'Its messages do not arrive. Check its last error.',
  answering: (answering: number, all: number) => `${answering} of ${all} Directors answering.`,
  troubled: (count: number, all: number) => `Problems on ${count} of ${plural('en', all, 'Director', 'Directors')}.`,
  noTrouble: (all: number) => `No problems on ${plural('en', all, 'Director', 'Directors')}.`,
  /** Counts that no finding mentions. */
  acknowledgedOf: {
    runs: (count: number) => `${plural('en', count, 'run', 'runs')} acknowledged.`,
    jobs: (count: number) => `${plural('en', count, 'overdue job', 'overdue jobs')} acknowledged or muted.`,
    clients: (count: number) => `${plural('en', count, 'overdue client', 'overdue clients')} acknowledged.`,
  },
  protectedOf: (count: number, all: number) =>
    `${count} of ${plural('en', all, 'monitored job', 'monitored jobs')} protected.`,
  inOrder: (all: number) => (all > 1 ? `All ${all} monitored jobs protected.` : '1 of 1 monitored job protected.'),
  overdue: (count: number) => `${plural('en', count, 'job', 'jobs')} overdue.`,
  neverSoFar: (count: number) => `${plural('en', count, 'job', 'jobs')} never backed up.`,
  noneMonitored: 'No errors found. No job is monitored, because none has a schedule.',
  nothingWrong: 'No errors found.',
  noFailure: 'No failures recorded.',
  lastFailure: 'Last failure',
  runningNow: 'Running now',
  allRuns: 'All runs',
  nothingRuns: 'No running or waiting jobs.',
  furtherRuns: (count: number) => `${plural('en', count, 'more run', 'more runs')} in progress`,
  runOf: (job: string, jobId: number) => `${job}, run ${jobId}`,
  progressOf: (run: string) => `Progress of ${run}`,
  files: (count: number) => plural('en', count, 'file', 'files'),
  perSecond: (size: string) => `${size}/s`,
  timeLeft: (span: string) => `${span} left`,
  since: (span: string) => `for ${span}`,
  cancel: 'Cancel',
  reallyCancel: 'Cancel run',
  letRun: 'Keep running',
  fortnight: 'Last 14 days',
  fortnightTable: 'Last 14 days as a table',
  client: 'Client',
  job: 'Job',
  noClient: 'No clients configured yet.',
  noneYet: 'No backups yet.',
  toJobs: 'View jobs',
  noRunYet: 'No runs in these days.',
  runFirst: 'Run the first job',
  runOne: 'Run a job',
  /** `begins`: the hour at which they begin on the clock of the page; null where that shows UTC. */
  utcDays: (begins: string | null, zone: string) =>
    begins === null
      ? 'Days are in UTC.'
      : `Days are in UTC and start at ${begins} (${zone}). The calendar shows days in ${zone}.`,
  /** Empty where there is nothing to count. */
  counts: countsInEnglish,
  noRuns: 'no runs',
  worstOf: (shown: number, all: number) =>
    shown === 0
      ? `No failed or overdue clients this week (of ${all}).`
      : `Showing ${shown} of ${plural('en', all, 'client', 'clients')}: failed this week or overdue.`,
  allClients: 'All clients',
  allOf: (count: string) => `All ${count} clients`,
  byProtection: 'Clients by protection',
  protectionOf: {
    crit: (count: string) => `${count} critically overdue`,
    warn: (count: string) => `${count} overdue`,
    never: (count: string) => `${count} never backed up`,
    ok: (count: string) => `${count} protected`,
    muted: (count: string) => `${count} muted`,
    other: (count: string) => `${count} not monitored`,
  },
  acknowledged: 'acknowledged',
  lastGood: 'last good',
  pools: 'Pools',
  allPools: 'All pools',
  noPool: 'No pools yet.',
  furtherPools: (count: number) => plural('en', count, 'more pool', 'more pools'),
  usedOf: (part: string, all: string) => `${part} of ${all}`,
  usedOnDisk: (used: string, free: string) => `${used}; ${free} left on the disk`,
  usedBy: (pool: string, used: string) => `${pool}, used: ${used}`,
  fullNow: 'Full: nothing more can be written.',
  neverFull: (days: number) => `Not full within ${plural('en', days, 'day', 'days')}.`,
  noLimit: 'Capacity unknown.',
  keepRules: 'No forecast: keep rules decide which space is freed.',
  tooFewDays: (days: number) => `Not enough data for a forecast: ${days} of 7 days.`,
  basedOn: (days: number) => `Based on ${plural('en', days, 'day', 'days')} of history.`,
  fullOn: (day: string) => `Full around ${day}.`,
  fullFrom: (day: string, from: string, sure: string) =>
    `Full around ${day}, not before ${from}${sure === '' ? '' : ` (${sure} confidence)`}.`,
  fullBetween: (day: string, { from, to, sure }: Range) =>
    `Full around ${day}; ${sure === '' ? '' : `${sure} confidence: `}${from} to ${to}.`,
  disks: 'Disks',
  freeOf: (free: string, all: string) => `${free} free of ${all}`,
  diskUse: (names: string, part: string) => `Disk of ${names}: ${part} used`,
  noAnswer: 'does not answer',
  nextRuns: 'Next runs',
  calendar: 'Calendar',
  allJobs: 'All jobs',
  nothingPlanned: 'No scheduled runs.',
};
