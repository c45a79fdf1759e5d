import { type Page } from 'playwright-core';
import { type Facts } from './live-data.js';
import { folderOf } from './site.js';

export interface ShownPage {
  /** Begins the names of its pictures. */
  readonly name: string;
  readonly title: string;
  /** What follows `#`. */
  readonly address: string;
  /** Done once the page is there. */
  readonly then?: (page: Page) => Promise<unknown>;
}

const refOf = (path: string): string => Buffer.from(path).toString('base64url');
const query = (of: Readonly<Record<string, string>>): string => new URLSearchParams(of).toString();

/** Before anybody is signed in. */
export function outside({ welcome }: Facts): readonly ShownPage[] {
  return [
    { name: 'sign-in', title: 'Signing in', address: '/' },
    { name: 'welcome', title: 'A one-time link', address: welcome },
  ];
}

/** While a run reads a large disk image and another one waits for it. */
export function atWork(running: number, waiting: number): readonly ShownPage[] {
  return [
    { name: 'overview', title: 'Overview', address: '/' },
    { name: 'run-running', title: 'A run at work', address: `/runs/${running}` },
    { name: 'run-waiting', title: 'A run that waits', address: `/runs/${waiting}` },
  ];
}

function work({ ok, warned, failed, restored, full }: Facts): readonly ShownPage[] {
  const estimated = async (page: Page) => {
    await page.getByRole('button', { name: 'Run…' }).click();
    await page
      .getByRole('button', { name: /^Estimate/ })
      .first()
      .click();
  };
  return [
    { name: 'jobs', title: 'Jobs', address: '/jobs' },
    { name: 'job', title: 'A job', address: '/jobs/home' },
    { name: 'job-run', title: 'A job: run', address: '/jobs/home', then: estimated },
    { name: 'runs', title: 'Runs', address: '/runs' },
    { name: 'runs-filtered', title: 'Runs, filtered', address: '/runs?status=error%2Cwarning' },
    { name: 'calendar', title: 'Calendar', address: '/calendar' },
    { name: 'run', title: 'A run: log', address: `/runs/${ok}` },
    { name: 'run-files', title: 'A run: files', address: `/runs/${full}?tab=files` },
    { name: 'run-volumes', title: 'A run: volumes', address: `/runs/${full}?tab=volumes` },
    { name: 'run-events', title: 'A run: events', address: `/runs/${failed}?tab=events` },
    { name: 'run-failed', title: 'A run that failed', address: `/runs/${failed}` },
    { name: 'run-warned', title: 'A run with warnings', address: `/runs/${warned}` },
    { name: 'run-restore', title: 'A restore that is done', address: `/runs/${restored}` },
  ];
}

function restores({ point }: Facts): readonly ShownPage[] {
  const file = folderOf('web07', 'etc/nginx/sites-available/shop.conf');
  const folder = folderOf('web07', 'etc/nginx/');
  const byTime = { by: 'time', client: 'web07', point: String(point) };
  const basket = { items: [refOf(file), refOf(folderOf('web07', 'etc/ssh/'))].join(',') };
  return [
    { name: 'restore', title: 'Restore', address: '/restore' },
    { name: 'restore-found', title: 'Restore: found by name', address: '/restore?name=shop' },
    {
      name: 'restore-versions',
      title: 'Restore: versions of a file',
      address: `/restore?${query({ name: 'shop', file: refOf(file), fileOf: 'web07', step: '2' })}`,
    },
    { name: 'restore-points', title: 'Restore: client and time', address: `/restore?${query(byTime)}` },
    {
      name: 'restore-tree',
      title: 'Restore: tree and basket',
      address: `/restore?${query({ ...byTime, ...basket, path: folder, step: '2' })}`,
    },
    {
      name: 'restore-where-to',
      title: 'Restore: where to',
      address: `/restore?${query({ ...byTime, ...basket, path: folder, step: '3' })}`,
    },
  ];
}

function stock({ volume, event }: Facts): readonly ShownPage[] {
  const path = `/storage/volumes/${encodeURIComponent(volume)}`;
  return [
    { name: 'clients', title: 'Clients', address: '/clients' },
    { name: 'client', title: 'A client', address: '/clients/files' },
    { name: 'client-silent', title: 'An overdue client', address: '/clients/laptop-anna' },
    { name: 'pools', title: 'Storage: pools', address: '/storage' },
    { name: 'pool', title: 'A pool', address: '/storage/pools/Archive' },
    { name: 'volumes', title: 'Storage: volumes', address: '/storage/volumes' },
    { name: 'volume', title: 'A volume', address: path },
    { name: 'volume-purge', title: 'What a purge would lose', address: `${path}?act=purge` },
    { name: 'volume-edit', title: 'Changing a volume', address: `${path}?act=edit` },
    { name: 'devices', title: 'Storage: devices', address: '/storage/devices' },
    { name: 'label', title: 'Labeling a volume', address: '/storage/label' },
    { name: 'statistics', title: 'Statistics', address: '/statistics' },
    { name: 'events', title: 'Events', address: '/events' },
    { name: 'event', title: 'An event', address: `/events/${event}` },
  ];
}

function administration({ token, user, channel, delivery, audit }: Facts): readonly ShownPage[] {
  const base = '/administration';
  return [
    { name: 'tokens', title: 'API Tokens', address: `${base}/tokens` },
    { name: 'token', title: 'A token', address: `${base}/tokens/${token}` },
    { name: 'users', title: 'Users', address: `${base}/users` },
    { name: 'user', title: 'A user', address: `${base}/users/${user}` },
    { name: 'roles', title: 'Roles', address: `${base}/roles` },
    { name: 'role', title: 'A role', address: `${base}/roles/auditor` },
    { name: 'new-role', title: 'A new role', address: `${base}/new-role` },
    { name: 'notifications', title: 'Notifications', address: `${base}/notifications` },
    { name: 'channel', title: 'A channel', address: `${base}/notifications/channels/${channel}` },
    { name: 'new-channel', title: 'A new channel', address: `${base}/notifications/new` },
    { name: 'deliveries', title: 'Deliveries', address: `${base}/notifications/deliveries` },
    { name: 'delivery', title: 'A delivery', address: `${base}/notifications/deliveries/${delivery}` },
    { name: 'silence', title: 'Monitoring', address: `${base}/silence` },
    { name: 'silence-client', title: 'Monitoring of one client', address: `${base}/silence/embedded/mail` },
    { name: 'audit', title: 'Audit', address: `${base}/audit` },
    { name: 'audit-record', title: 'An audit record', address: `${base}/audit/${audit}` },
    { name: 'audit-tokens', title: 'API Tokens in the audit', address: `${base}/audit/tokens` },
    { name: 'api', title: 'The API', address: `${base}/api` },
    { name: 'account', title: 'Account', address: '/account' },
    { name: 'sessions', title: 'Sessions', address: `${base}/sessions` },
  ];
}

function dialogs(): readonly ShownPage[] {
  const palette = async (page: Page) => {
    await page.keyboard.press('Control+k');
    await page.locator('dialog input').fill('web');
  };
  return [
    { name: 'palette', title: 'The palette', address: '/jobs', then: palette },
    { name: 'keys', title: 'Keys', address: '/runs', then: (page) => page.keyboard.press('?') },
    { name: 'nothing-here', title: 'An address of nothing', address: '/nowhere' },
  ];
}

/** Everything else, signed in as somebody who may do all. */
export function inside(facts: Facts): readonly ShownPage[] {
  return [...work(facts), ...restores(facts), ...stock(facts), ...administration(facts), ...dialogs()];
}

/** With a second Director that does not answer. */
export function withAnotherDirector(name: string): readonly ShownPage[] {
  const base = '/administration';
  return [
    { name: 'overview-director-down', title: 'A Director is away', address: '/?director=*' },
    { name: 'directors', title: 'Directors', address: `${base}/directors` },
    { name: 'director', title: 'A Director', address: `${base}/directors/${name}` },
    { name: 'director-console', title: 'Console of a Director', address: `${base}/directors/${name}/console` },
    { name: 'director-change', title: 'Changing a Director', address: `${base}/directors/${name}/change` },
    { name: 'add-director', title: 'Connecting a Director', address: `${base}/add-director` },
  ];
}

/** Of a console that was just installed. */
export const firstDay: readonly ShownPage[] = [
  { name: 'first-day', title: 'The first day: overview', address: '/' },
  { name: 'first-day-runs', title: 'The first day: runs', address: '/runs' },
  { name: 'first-day-restore', title: 'The first day: restore', address: '/restore' },
  { name: 'first-day-channels', title: 'The first day: notifications', address: '/administration/notifications' },
];
