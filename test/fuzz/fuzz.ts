import { connect } from 'node:net';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { pack } from 'tar-stream';
import { detectDirectors } from '../../src/directors/discovery/detect-directors.js';
import { faultsOf } from '../../src/directors/embedded/resources/configuration-faults.js';
import { readResources } from '../../src/directors/embedded/resources/read-resources.js';
import { readSegment, UnreadableVolume } from '../../src/directors/embedded/volumes/volume-reader.js';
import { FrameReader } from '../../src/directors/protocol/frame-reader.js';
import { ReplyCollector } from '../../src/directors/protocol/reply.js';
import { ProtocolError } from '../../src/directors/protocol/protocol-error.js';

const usage =
  'Usage: node dist-test/test/fuzz/fuzz.js <wire|archive|yaml|detect|http> [--seconds 60] [--seed 1] [--url http://127.0.0.1:8080]\n';
const slowMs = 2_000;
const mostHeapBytes = 1.5 * 2 ** 30;

/** How inputs ended, by a word. */
type Ends = Map<string, number>;
interface Target<T> {
  readonly inputs: fc.Arbitrary<T>;
  /** Answers a word for how it ended. Throws for what must not happen. */
  readonly run: (input: T) => string | Promise<string>;
  readonly close?: () => void;
}

/** Pieces of a language, mixed with noise, so that inputs come past the first check. */
function pieces(words: readonly string[], most = 60): fc.Arbitrary<string> {
  const noise = fc.string({ unit: 'binary', maxLength: 8 });
  return fc
    .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: noise }), {
      maxLength: most,
    })
    .map((parts) => parts.join(''));
}

function wire(): Target<readonly [readonly Uint8Array[], number]> {
  const header = (length: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(length);
    return bytes;
  };
  const frame = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([header(bytes.length), bytes]));
  const signal = fc.integer({ min: -40, max: -1 }).map(header);
  const anyHeader = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(header);
  const noise = fc.uint8Array({ maxLength: 12 });
  const parts = fc.array(fc.oneof({ weight: 6, arbitrary: frame }, { weight: 6, arbitrary: signal }, anyHeader, noise));
  const read = (stream: Buffer, size: number): string => {
    const [reader, collector] = [new FrameReader(), new ReplyCollector(-18, 100_000)];
    let seen = '';
    try {
      for (let at = 0; at < stream.length; at += size) {
        reader.push(stream.subarray(at, at + size));
        for (let next = reader.next(); next !== null; next = reader.next()) seen += `${collector.accept(next)} `;
        if (reader.heldBytes > 16_000_000) throw new Error(`The reader holds ${reader.heldBytes} bytes.`);
      }
      return `${seen}${collector.reply.text.length}`;
    } catch (error) {
      if (error instanceof ProtocolError) return `${seen}refused`;
      throw error;
    }
  };
  return {
    inputs: fc.tuple(parts, fc.integer({ min: 1, max: 64 })),
    run: ([chunks, size]) => {
      const stream = Buffer.concat(chunks);
      const [whole, cut] = [read(stream, Math.max(1, stream.length)), read(stream, size)];
      if (whole !== cut) throw new Error(`In pieces of ${size} bytes it reads otherwise: ${whole} / ${cut}`);
      return whole.endsWith('refused') ? 'refused' : 'read';
    },
  };
}

interface Damage {
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly removes: number;
}

function archive(): Target<{
  readonly files: readonly [string, Uint8Array][];
  readonly inside: Damage[];
  readonly outside: Damage[];
  readonly cut: number;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-console-fuzz-'));
  const file = join(folder, 'volume');
  const damage = fc.record({
    at: fc.nat(4_000),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom(Buffer.from('77777777777'), Buffer.from([0x80, 0, 0, 0, 0x7f]), Buffer.from('x')),
    ),
    removes: fc.nat(12),
  });
  const apply = (bytes: Buffer, all: readonly Damage[]): Buffer =>
    all.reduce((now, { at, bytes: put, removes }) => {
      const place = now.length === 0 ? 0 : at % now.length;
      return Buffer.concat([now.subarray(0, place), put, now.subarray(place + removes)]);
    }, bytes);
  const tarOf = async (files: readonly [string, Uint8Array][]): Promise<Buffer> => {
    const tar = pack();
    for (const [name, content] of files)
      tar.entry({ name: name === '' ? 'x' : name, pax: { 'BACKUPCONSOLE.path': 'YQ==' } }, Buffer.from(content));
    tar.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of tar) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const names = fc.string({ unit: 'binary', maxLength: 200 }).map((name) => name.replaceAll('\0', ''));
  return {
    inputs: fc.record({
      files: fc.array(fc.tuple(names, fc.uint8Array({ maxLength: 2_000 })), { minLength: 1, maxLength: 6 }),
      inside: fc.array(damage, { maxLength: 3 }),
      outside: fc.array(damage, { maxLength: 2 }),
      cut: fc.nat(200),
    }),
    run: async ({ files, inside, outside, cut }) => {
      const bytes = apply(gzipSync(apply(await tarOf(files), inside), { level: 1 }), outside);
      const descriptor = openSync(file, 'w');
      writeSync(descriptor, bytes.subarray(0, Math.max(0, bytes.length - (cut > 150 ? cut - 150 : 0))));
      closeSync(descriptor);
      const segment = {
        volumeName: 'V',
        volumeFile: file,
        firstIndex: 1,
        lastIndex: files.length,
        start: 0,
        end: bytes.length,
      };
      try {
        await readSegment(segment, new Set(files.map((_, at) => at + 1)), async ({ content }) => {
          for await (const chunk of content) if (chunk.length > 2 ** 20) throw new Error('A chunk is too large.');
        });
        return 'read';
      } catch (error) {
        if (error instanceof UnreadableVolume) return 'unreadable';
        throw error;
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const yamlWords = ['director:', 'clients:', 'storages:', 'pools:', 'filesets:', 'schedules:', 'jobs:', '\n', '\n  ', '\n    ', '- ', 'name: a', 'folder: /x', 'include: [/a]', 'exclude: ["*.tmp"]', 'excludePresets: [trash]', 'markerFiles: [.nobackup]', 'retention: 60 days', 'run: "0 3 * * *"', 'level: Full', '&a ', '*a', '<<: *a', '{', '}', '[', ']', ', ', '"', "'", '|', '>', '# ', '!!js/function ', '? ', ': ', '---', '...', 'null', '~', '1e999', '0x', '\t']; // prettier-ignore

function yaml(): Target<string> {
  const valid = `director: { name: d }\nclients: [{ name: a }]\nstorages: [{ name: s, folder: /x }]\npools: [{ name: p, retention: 60 days }]\nfilesets: [{ name: f, include: [/a], exclude: [] }]\nschedules: []\njobs: [{ name: j, client: a, fileset: f, storage: s, pool: p, level: Full }]\n`;
  const mutated = fc.tuple(fc.nat(valid.length), fc.nat(20), pieces(yamlWords, 4)).map(([at, removes, put]) => valid.slice(0, at) + put + valid.slice(at + removes)); // prettier-ignore
  return {
    inputs: fc.oneof(pieces(yamlWords), mutated),
    run: (text) => {
      try {
        readResources(text, 'd');
        return 'read';
      } catch (error) {
        // Throws anything but a fault of the text: that is an error of the program.
        faultsOf(error);
        return 'refused';
      }
    },
  };
}

const configurationWords = ['Director ', 'Catalog ', 'Job ', '{', '}', '=', ';', '\n', '\r\n', ' ', '"', '\\', '#', '@', '@part.conf', '@"part.conf"', '@.', '@|"sh -c x"', '@bacula-dir.conf', 'Name = ', 'main', 'DirAddresses', 'ip', 'addr = ', 'port = ', '9101', 'dbname = x', 'dbdriver = mysql', '\uFEFF', '\0', ',']; // prettier-ignore

function detect(): Target<readonly [string, string]> {
  const root = mkdtempSync(join(tmpdir(), 'backup-console-fuzz-'));
  const folder = join(root, 'etc/bacula');
  mkdirSync(folder, { recursive: true });
  return {
    inputs: fc.tuple(pieces(configurationWords), pieces(configurationWords, 10)),
    run: ([own, part]) => {
      writeFileSync(join(folder, 'bacula-dir.conf'), own);
      writeFileSync(join(folder, 'part.conf'), part);
      const found = detectDirectors(root);
      if (found.some(({ port }) => !(port > 0 && port < 65_536))) throw new Error('A port is none.');
      return found.length === 0 ? 'none' : found.some(({ catalog }) => catalog !== null) ? 'with catalog' : 'found';
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

const httpWords = ['GET ', 'POST ', 'TRACE ', 'OPTIONS ', '/', '/api/v1/', 'auth/login', 'operations/runs?limit=', '%00', '%', '../', '/healthz', ' HTTP/1.1', ' HTTP/1.0', '\r\n', '\n', '\r\n\r\n', 'Host: a', 'Host: a\r\nHost: b', 'Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', '\r\n5\r\nhello', '\r\n0\r\n\r\n', 'ffffffffffffffff', 'Cookie: a=b', 'Authorization: Bearer x', 'Expect: 100-continue', 'Upgrade: websocket', 'Connection: close', 'Content-Type: application/json', 'Range: bytes=0-', 'If-None-Match: *', '{"username":"a"', '}', 'x'.repeat(9_000), ': ', '\0']; // prettier-ignore

function http(url: URL): Target<string> {
  let asked = 0;
  const request = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port: Number(url.port), host: url.hostname });
      let answer = '';
      socket.setTimeout(300, () => socket.destroy());
      socket.on('data', (chunk: Buffer) => (answer = (answer + chunk.toString('latin1')).slice(0, 32)));
      socket
        .on('error', () => undefined)
        .on('close', () => resolve(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 'no answer'));
      socket.end(Buffer.from(text, 'latin1'));
    });
  return {
    inputs: fc.oneof(
      pieces(httpWords, 30),
      // A request line that is accepted, so that what follows it is read.
      fc
        .tuple(
          fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
          pieces(httpWords.slice(4, 11), 4),
          pieces(httpWords, 12),
        )
        .map(([method, path, rest]) => `${method} /api/v1/${path} HTTP/1.1\r\nHost: a\r\n${rest}\r\n\r\n`),
    ),
    run: async (text) => {
      const status = await request(text);
      if (status.startsWith('5') && status !== '501' && status !== '503') throw new Error(`Answered ${status}.`);
      if ((asked += 1) % 20 === 0) {
        const { ok } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(slowMs) });
        if (!ok) throw new Error('The console is not well any more.');
      }
      return status;
    },
  };
}

/** CPU time of this process: how busy the machine is otherwise does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function fuzz<T>({ inputs, run, close }: Target<T>, seconds: number, seed: number): Promise<boolean> {
  const ends: Ends = new Map();
  let [count, longestMs, heapBytes] = [0, 0, 0];
  const running: { since: number | null } = { since: null };
  const property = fc.asyncProperty(inputs, async (input) => {
    const began = cpuMs();
    running.since = performance.now();
    const end = await run(input);
    running.since = null;
    const tookMs = cpuMs() - began;
    [count, longestMs] = [count + 1, Math.max(longestMs, tookMs)];
    heapBytes = count % 100 === 0 ? Math.max(heapBytes, process.memoryUsage().rss) : heapBytes;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (tookMs > slowMs) throw new Error(`One input took ${Math.round(tookMs)} ms of CPU time.`);
    if (heapBytes > mostHeapBytes) throw new Error(`The process holds ${heapBytes} bytes.`);
  });
  const bounds = { seed, numRuns: 2 ** 30, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false };
  const { failed, counterexample, errorInstance } = await fc.check(property, bounds);
  close?.();
  const hungMs = running.since === null ? 0 : performance.now() - running.since;
  process.stdout.write(`seed ${seed}, ${count} inputs: ${JSON.stringify(Object.fromEntries([...ends].sort()))}\n`);
  process.stdout.write(
    `longest ${Math.round(longestMs)} ms of CPU time, memory at most ${Math.round(heapBytes / 2 ** 20)} MiB\n`,
  );
  if (failed)
    process.stdout.write(`FAILED by ${JSON.stringify(counterexample)}\n${String((errorInstance as Error).stack)}\n`);
  if (hungMs > slowMs) process.stdout.write(`FAILED: the last input was not done after ${Math.round(hungMs)} ms.\n`);
  return !failed && hungMs <= slowMs;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' }, url: { type: 'string', default: 'http://127.0.0.1:8080' } },
}); // prettier-ignore
const targets: Readonly<Record<string, () => Target<never>>> = {
  wire: () => wire() as unknown as Target<never>,
  archive: () => archive() as unknown as Target<never>,
  yaml: () => yaml() as unknown as Target<never>,
  detect: () => detect() as unknown as Target<never>,
  http: () => http(new URL(values.url)) as unknown as Target<never>,
};
const make = targets[positionals[0] ?? ''];
if (make) process.exitCode = (await fuzz(make(), Number(values.seconds), Number(values.seed))) ? 0 : 1;
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
