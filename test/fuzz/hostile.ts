import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';

/**
 * Sends a console of its own what could keep it busy or fill it, one kind after the other, asks /healthz all the time, and prints
 * the longest time that the answer took for each kind. Exits with 1 where one was longer than a second.
 */
const mostMs = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'backup-console-hostile-'));
const dataDir = join(folder, 'data');
const source = join(folder, 'source');
for (const one of [dataDir, source]) mkdirSync(one, { mode: 0o700 });
writeFileSync(join(source, `${'a'.repeat(61)}XXb`), 'content');
writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] }));
const app = await ConsoleProcess.start(dataDir);
const { jobId } = await app.run('Full');
const sockets: Socket[] = [];

type Outcome = ReadonlyMap<number | string, number>;

async function send(method: string, path: string, body?: string): Promise<number | string> {
  try {
    const answer = await fetch(`${app.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${app.apiToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'no answer';
  }
}

async function all(requests: readonly Promise<number | string>[]): Promise<Outcome> {
  const counts = new Map<number | string, number>();
  for (const status of await Promise.all(requests)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const search = (text: string): string => `/restore/files?q=${encodeURIComponent(text)}`;
const unknown = JSON.stringify(Object.fromEntries(times(88_000, (index) => [`k${index}`, 1])));
const few = JSON.stringify(Object.fromEntries(times(5_000, (index) => [`k${index}`, 1])));

/** Asks for whole lists and reads nothing. */
function deaf(): void {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  const request = `GET /api/v1/restore/bvfs/search?jobids=${jobId}&q=*&limit=500 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.apiToken}\r\n\r\n`;
  socket.write(request.repeat(20));
  sockets.push(socket);
}

const kinds: Readonly<Record<string, () => Promise<Outcome>>> = {
  'wildcards without end': () => all(times(20, (index) => send('GET', search('*?'.repeat(15 + 5 * index))))),
  'wildcards at the limit': () => all(times(20, () => send('GET', search(`${'*a'.repeat(14)}*?b`)))),
  'wildcards in one run': () =>
    all(
      times(20, () => send('GET', `/restore/bvfs/search?jobids=${jobId}&q=${encodeURIComponent('*?*?*?*?*?*?*?*s')}`)),
    ),
  'audit actions': () => all(times(20, () => send('GET', `/admin/audit?action=${'*.'.repeat(30)}x`))),
  '88,000 unknown fields': () => all(times(8, () => send('POST', '/operations/jobs/run', unknown))),
  '5,000 unknown fields': () => all(times(32, () => send('POST', '/operations/jobs/run', few))),
  '88,000 unknown fields of a restore': () => all(times(8, () => send('POST', '/restore/run', unknown))),
  'brackets without end': () => all(times(8, () => send('POST', '/restore/run', '['.repeat(500_000)))),
  'a list of 100,000 paths': () =>
    all(
      times(8, () =>
        send('POST', '/restore/run', JSON.stringify({ jobids: [jobId], paths: times(100_000, () => '/a') })),
      ),
    ),
  waits: () => all(times(300, () => send('GET', `/operations/runs/${jobId + 1}?wait=10`))),
  'lists at once': () => all(times(300, () => send('GET', '/operations/runs?limit=500'))),
  'readers that do not read': async () => {
    for (let count = 0; count < 200; count += 1) deaf();
    return all(times(50, () => send('GET', '/auth/me')));
  },
};

let longestMs = 0;
let isOver = false;
async function poll(): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    await fetch(`${app.url}/healthz`).then((answer) => answer.arrayBuffer());
    longestMs = Math.max(longestMs, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const polling = poll();
let worstMs = 0;
for (const [kind, run] of Object.entries(kinds)) {
  longestMs = 0;
  const outcome = await run();
  worstMs = Math.max(worstMs, longestMs);
  const told = [...outcome].map(([status, count]) => `${count} × ${status}`).join(', ');
  process.stdout.write(`${kind}: longest pause ${Math.round(longestMs)} ms (${told})\n`);
}
isOver = true;
await polling;
for (const socket of sockets) socket.destroy();
process.stdout.write(
  `Longest pause of /healthz: ${Math.round(worstMs)} ms; most memory ${Math.round(app.peakMemory() / 2 ** 20)} MiB\n`,
);
await app.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(worstMs > mostMs ? 1 : 0);
