// Takes some minutes: 5 GiB are read three times.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';

const mostMemory = 300 * 2 ** 20;
/** More than 32 bits can say. */
const largeBytes = 5 * 2 ** 30;

let folder: string;
let source: string;
let app: ConsoleProcess;
let jobId: number;
let digest: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-downloads-'));
  source = join(folder, 'source');
  const dataDir = join(folder, 'data');
  for (const name of [source, dataDir]) mkdirSync(name);
  const large = join(source, 'large');
  writeFileSync(large, 'its beginning');
  truncateSync(large, largeBytes);
  digest = await digestOf(createReadStream(large));
  writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] }));
  app = await ConsoleProcess.start(dataDir);
  const run = await app.run('Full');
  expect(run.status).toBe('completed');
  ({ jobId } = run);
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}

/** The most memory of the process that makes the download, in bytes; 0 where there is none. */
function downloadMemory(): number {
  const figures = readdirSync('/proc').map((pid) => {
    if (!/^\d+$/.test(pid)) return 0;
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isOurs = status.includes(`\nPPid:\t${app.pid}\n`);
      const isDownload = isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('download-process');
      return isDownload ? Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) * 1024 : 0;
    } catch {
      return 0;
    }
  });
  return Math.max(...figures);
}

/** Fetches the download and hands its bytes to a program; answers the digest of what that prints. */
async function fetched(format: string, program: readonly string[]): Promise<string> {
  const body = { jobids: [jobId], paths: [join(source, 'large')], format };
  const { body: made } = await app.call<{ links: { content: string }; size: number }>(
    'POST',
    '/restore/downloads',
    body,
  );
  expect(made.size).toBe(largeBytes);
  const headers = { authorization: `Bearer ${app.apiToken}` };
  const answer = await fetch(`${app.url}${made.links.content}`, { headers });
  const [name = '', ...args] = program;
  const child = spawn(name, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const printed = digestOf(child.stdout);
  let peak = 0;
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    if (!child.stdin.write(chunk)) await once(child.stdin, 'drain');
    // Looked at now and then: it walks through all processes.
    if (Math.floor((bytes + chunk.length) / 2 ** 20) > Math.floor(bytes / 2 ** 20))
      peak = Math.max(peak, downloadMemory());
    bytes += chunk.length;
  }
  child.stdin.end();
  process.stderr.write(`Peak memory of a download as ${format}: ${Math.round(peak / 2 ** 20)} MiB\n`);
  expect([peak > 0, peak < mostMemory, app.peakMemory() < mostMemory]).toEqual([true, true, true]);
  return printed;
}

test.each([
  ['file', ['cat']],
  ['tar', ['tar', '-xO', '-f', '-']],
  // From a file: a program that reads a zip from a pipe knows no Zip64.
  ['zip', ['sh', '-c', 'cat > /tmp/$$.zip && unzip -p /tmp/$$.zip; rm /tmp/$$.zip']],
] as const)('a file of 5 GiB as %s is whole and takes modest memory', async (format, program) => {
  expect(await fetched(format, program)).toBe(digest);
});
