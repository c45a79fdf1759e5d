import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Short, for it stands in the pictures. */
export const siteFolder = '/tmp/demo';
export const dataFolder = join(siteFolder, 'console');
const mark = join(siteFolder, '.made-for-screenshots');
const mebi = 2 ** 20;

export interface SiteJob {
  readonly name: string;
  readonly client: string;
  readonly folders: readonly string[];
  readonly pool: string;
  readonly schedule: string | null;
  /** Seconds that a Full is said to take; an Incremental takes a sixth. */
  readonly seconds: number;
}

const nightly = 'Nightly';
export const schedules = {
  [nightly]: { full: '14 2 * * SUN', incremental: '14 2 * * MON-SAT' },
  Databases: { full: '30 0 * * SUN', incremental: '30 0 * * MON-SAT' },
} as const;
export const timezone = 'Europe/Berlin';

export const jobs: readonly SiteJob[] = [
  { name: 'etc', client: 'web07', folders: ['etc'], pool: 'Daily', schedule: nightly, seconds: 14 },
  { name: 'web', client: 'web07', folders: ['srv/www'], pool: 'Daily', schedule: nightly, seconds: 96 },
  {
    name: 'databases',
    client: 'db1',
    folders: ['dumps', 'wal'],
    pool: 'Databases',
    schedule: 'Databases',
    seconds: 71,
  },
  { name: 'mail', client: 'mail', folders: ['vmail'], pool: 'Daily', schedule: nightly, seconds: 118 },
  { name: 'home', client: 'files', folders: ['home'], pool: 'Archive', schedule: nightly, seconds: 247 },
  { name: 'photos', client: 'laptop-anna', folders: ['photos'], pool: 'Archive', schedule: nightly, seconds: 160 },
  { name: 'disk-images', client: 'files', folders: ['images'], pool: 'Archive', schedule: null, seconds: 60 },
];

export function folderOf(client: string, ...names: readonly string[]): string {
  return join(siteFolder, client, ...names);
}

/** Content that is the same at each run of the script; half of it can be compressed, as is usual. */
function content(name: string, bytes: number): Buffer {
  const seed = createHash('sha512').update(name).digest();
  const parts: Buffer[] = [];
  for (let at = 0, size = 0; size < bytes; at += 1) {
    const part = createHash('sha512').update(seed).update(String(at)).digest();
    parts.push(part, Buffer.from(part.toString('hex').slice(0, 64)));
    size += part.length + 64;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

function put(file: string, bytes: number, at: Date, name = file): void {
  write(file, at, () => writeFileSync(file, content(name, bytes)));
}

/** A folder changes when it gets an entry: without its time, every folder would be newer than the run that saved it. */
function write(file: string, at: Date, work: () => void): void {
  const folders = foldersWithNewEntry(file);
  mkdirSync(dirname(file), { recursive: true });
  work();
  for (const path of [file, ...folders]) utimesSync(path, at, at);
}

function foldersWithNewEntry(path: string): readonly string[] {
  const folder = dirname(path);
  return existsSync(path) || folder === siteFolder ? [] : [folder, ...foldersWithNewEntry(folder)];
}

const configuration = [
  'nginx/nginx.conf',
  'nginx/mime.types',
  'nginx/sites-available/shop.conf',
  'nginx/sites-available/blog.conf',
  'nginx/sites-enabled/shop.conf',
  'nginx/snippets/tls.conf',
  'ssh/sshd_config',
  'ssh/ssh_config',
  'hosts',
  'fstab',
  'cron.d/certbot',
  'cron.daily/logrotate',
  'logrotate.d/nginx',
  'php/8.3/fpm/php.ini',
  'php/8.3/fpm/pool.d/www.conf',
  'letsencrypt/live/shop/fullchain.pem',
  'letsencrypt/live/shop/privkey.pem',
  'systemd/journald.conf',
  'hostname',
  'apt/sources.list.d/debian.sources',
  'default/locale',
  'sysctl.d/99-tuning.conf',
  'rsyslog.conf',
  'passwd',
  'group',
];
const people = ['anna', 'mia', 'otto'];
const papers = [
  'Budget 2026.ods',
  'Contract Müller.pdf',
  'Minutes of the board.odt',
  'Offer 4711.pdf',
  'Timetable.ods',
];

/** Only what this script made itself. */
export function removeSite(): void {
  if (!existsSync(siteFolder)) return;
  if (!existsSync(mark)) throw new Error(`${siteFolder} is somebody else's: move it away first.`);
  rmSync(siteFolder, { recursive: true });
}

/** Everything that is backed up, as it stood before the first night. */
export function makeSite(at: Date): void {
  removeSite();
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(mark, '');
  writeFileSync(join(dataFolder, 'director.yaml'), directorFile());
  for (const name of configuration) put(folderOf('web07', 'etc', name), 400 + (name.length % 7) * 900, at);
  for (const site of ['shop', 'blog']) {
    for (const page of ['index', 'about', 'contact', 'imprint', 'terms'])
      put(folderOf('web07', 'srv/www', site, `${page}.html`), 9_000, at);
    for (let number = 1; number <= 24; number += 1)
      put(folderOf('web07', 'srv/www', site, 'images', `picture-${number}.jpg`), 180_000 + number * 3_000, at);
  }
  for (const base of ['shop', 'blog', 'accounts']) put(folderOf('db1', 'dumps', `${base}.sql`), 3 * mebi, at);
  put(folderOf('db1', 'wal/000000010000000000000042'), mebi, at);
  for (const person of people) {
    for (let number = 1; number <= 40; number += 1)
      put(folderOf('mail', 'vmail', person, 'cur', `${1_762_000_000 + number * 977}.M${number}.mail`), 60_000, at);
    for (const paper of papers) put(folderOf('files', 'home', person, 'Documents', paper), 700_000, at);
  }
  for (let number = 1; number <= 30; number += 1)
    put(folderOf('laptop-anna', 'photos/2026 Norway', `IMG_${2000 + number}.jpg`), 500_000, at);
  const image = folderOf('files', 'images', 'archive.img');
  write(image, at, () => {
    writeFileSync(image, 'image');
    truncateSync(image, 200 * 1024 * mebi);
  });
}

/** What a day of work leaves behind. */
export function passDay(day: number, at: Date): void {
  const stamp = `day ${day}`;
  put(folderOf('web07', 'etc/nginx/sites-available/shop.conf'), 1_800 + day, at, stamp);
  put(folderOf('web07', 'srv/www/blog/posts', `post-${100 + day}.html`), 24_000, at);
  if (day % 3 === 0) put(folderOf('web07', 'srv/www/shop/images', `new-${day}.jpg`), 420_000, at);
  for (const base of ['shop', 'accounts'])
    put(folderOf('db1', 'dumps', `${base}.sql`), 3 * mebi + day * 60_000, at, `${base} ${stamp}`);
  for (const person of people) {
    for (let number = 0; number < 2 + (day % 4); number += 1)
      put(folderOf('mail', 'vmail', person, 'new', `${1_763_000_000 + day * 86_400 + number}.mail`), 70_000, at);
  }
  put(folderOf('files', 'home/anna/Documents/Budget 2026.ods'), 700_000 + day * 4_000, at, stamp);
  put(folderOf('files', 'home/otto/Projects', `plan-${day}.odt`), 300_000 + (day % 5) * 90_000, at);
  appendFileSync(folderOf('files', 'home/mia/Documents/Timetable.ods'), stamp);
  utimesSync(folderOf('files', 'home/mia/Documents/Timetable.ods'), at, at);
}

/** The embedded Director's resources. */
function directorFile(): string {
  const clients = [...new Set(jobs.map(({ client }) => client))];
  return JSON.stringify({
    director: { name: 'embedded', timezone },
    clients: clients.map((name) => ({ name })),
    storages: [{ name: 'Disk', folder: join(siteFolder, 'volumes'), compression: 1 }],
    pools: [
      { name: 'Daily', volumeSize: '32 MiB', retention: '60 days' },
      { name: 'Databases', volumeSize: '32 MiB', retention: '30 days' },
      { name: 'Archive', volumeSize: '64 MiB', retention: '1 year' },
    ],
    filesets: jobs.map(({ name, client, folders }) => ({
      name,
      include: folders.map((folder) => folderOf(client, folder)),
      exclude: [],
    })),
    schedules: Object.entries(schedules).map(([name, { full, incremental }]) => ({
      name,
      starts: [
        { level: 'Full', at: full },
        { level: 'Incremental', at: incremental },
      ],
    })),
    jobs: jobs.map(({ name, client, pool, schedule }) => ({
      name,
      client,
      pool,
      fileset: name,
      storage: 'Disk',
      level: 'Incremental',
      ...(schedule === null ? {} : { schedule }),
    })),
  });
}
