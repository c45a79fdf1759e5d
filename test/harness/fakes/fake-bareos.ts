import { ConsolePeer, type PeerScript } from './console-peer.js';
import { type PeerSession } from './peer-session.js';

export type BareosVersion = '24.0.10' | '25.1.0';

/** What a Director answers to one command: a result, a failure with its words, or lines of text. */
export type FakeAnswer =
  | { readonly result: object }
  | { readonly error: readonly string[]; readonly result?: object }
  | { readonly text: string }
  | { readonly raw: (session: PeerSession) => void };

export type Said = Readonly<Record<string, string>>;

interface FakeJob {
  readonly type: string;
  readonly level: string;
  readonly client: string;
  enabled: boolean;
}

export const signals = { begin: -16, ok: -15, failed: -14, error: -21, pending: -17, mainPrompt: -18 } as const;

/** Commands of a console with all rights, as far as they are asked for. */
const allCommands = [
  '.help',
  '.jobs',
  '.clients',
  '.filesets',
  '.pools',
  '.storages',
  '.defaults',
  '.status',
  '.authorized',
  '.api',
  '.bvfs_update',
  '.bvfs_restore',
  '.bvfs_cleanup',
  'run',
  'restore',
  'cancel',
  'enable',
  'disable',
  'show',
  'status',
  'time',
  'version',
  'list',
  'llist',
  'estimate',
  '.schedule',
  'label',
  'relabel',
  'update',
  'prune',
  'purge',
  'truncate',
  'delete',
  'mount',
  'unmount',
  'release',
  'import',
  'export',
];

/**
 * A fake Bareos Director, which answers as running ones of these versions did: in JSON mode it asks nothing and takes whatever is
 * left to choose from; it fails without words; it has nothing to say of its daemons.
 */
export class FakeBareos {
  peer!: ConsolePeer;
  /** Everything that was said on any connection, with the mode that it was said in. */
  readonly said: { readonly mode: 'json' | 'text'; readonly text: string; readonly session: PeerSession }[] = [];
  readonly jobs = new Map<string, FakeJob>([
    ['backup-a', { type: 'Backup', level: 'Incremental', client: 'a-fd', enabled: true }],
    ['backup b', { type: 'Backup', level: 'Full', client: 'b-fd', enabled: true }],
    ['RestoreFiles', { type: 'Restore', level: 'Restore', client: 'a-fd', enabled: true }],
  ]);
  clients = ['a-fd', 'b-fd'];
  readonly down = new Set<string>();
  commands: readonly string[] = allCommands;
  /** Local time of the Director in the answer to `time`. */
  time = { year: '2026', month: '11', day: '20', hour: '22', minute: '00', second: '00' };
  /** Answers of a test, by the beginning of the command; looked at first. */
  readonly answers = new Map<string, (words: Said) => FakeAnswer>();
  /** Runs on their way, with the letters that the Director has them under. */
  readonly current = new Map<number, string>();
  /** Makes the record of a run in the catalog and answers its id. */
  queue: (job: string, words: Said) => Promise<number> = () => Promise.resolve(7);
  /** Bytes of a frame. */
  frameBytes = 999_996;
  private readonly modes = new WeakMap<PeerSession, 'json' | 'text'>();

  private constructor(readonly version: BareosVersion) {}

  static async start(
    version: BareosVersion = '25.1.0',
    script: Partial<PeerScript> = {},
    port = 0,
  ): Promise<FakeBareos> {
    const bareos = new FakeBareos(version);
    bareos.peer = await ConsolePeer.start(
      {
        product: 'bareos',
        tls: 'first',
        ssl: 2,
        consoles: { 'backup console': 'secret' },
        welcome: [
          `1000\x1eOK: bareos-dir Version: ${version} (03 August 2026)`,
          '1002\x1eSelf-compiled binaries (UNSUPPORTED)\nYou are logged in as: backup console',
        ],
        onApi: (text, session) => bareos.onApi(text, session),
        onCommand: (text, session) => void bareos.onCommand(text, session),
        ...script,
      },
      port,
    );
    return bareos;
  }

  /** Commands in the order in which they came, without the changes of mode. */
  get texts(): string[] {
    return this.said.map(({ text }) => text);
  }

  close(): Promise<void> {
    return this.peer.close();
  }

  private onApi(text: string, session: PeerSession): void {
    const mode = text.startsWith('.api json') ? 'json' : 'text';
    this.modes.set(session, mode);
    if (mode === 'json') this.reply(session, { result: { api: 2 } });
    else session.send(signals.begin, 'api: 1\n', signals.ok, signals.mainPrompt);
  }

  private async onCommand(text: string, session: PeerSession): Promise<void> {
    const mode = this.modes.get(session) ?? 'text';
    this.said.push({ mode, text, session });
    const words = wordsOf(text);
    const own = [...this.answers].find(([start]) => text.startsWith(start))?.[1];
    if (own) {
      this.reply(session, own(words));
      return;
    }
    const verb = text.split(' ', 1)[0] ?? '';
    if (!this.commands.includes(verb)) {
      session.send(signals.error, unknownCommand(verb, mode), signals.mainPrompt);
      return;
    }
    this.reply(session, mode === 'json' ? await this.asJson(text, words) : { text: this.asText(text, words) });
  }

  private reply(session: PeerSession, answer: FakeAnswer): void {
    if ('raw' in answer) {
      answer.raw(session);
      return;
    }
    const bytes = Buffer.from('text' in answer ? answer.text : `${JSON.stringify(documentOf(answer))}\n`);
    const isFailure = 'error' in answer;
    session.signal(signals.begin);
    // The verdict of a failure is "ok" all the same.
    if (isFailure) session.signal(signals.error);
    for (let at = 0; at < bytes.length; at += this.frameBytes) session.frame(bytes.subarray(at, at + this.frameBytes));
    session.send(signals.ok, signals.pending, signals.mainPrompt);
  }

  private async asJson(text: string, words: Said): Promise<FakeAnswer> {
    const verb = text.split(' ', 1)[0] ?? '';
    const fixed = this.listOf(verb) ?? this.shownOf(text) ?? this.statusOf(text);
    return fixed ?? (await this.act(verb, words)) ?? { result: {} };
  }

  private async act(verb: string, words: Said): Promise<FakeAnswer | null> {
    if (verb === '.defaults') return { result: { defaults: this.defaultsOf(words) } };
    if (verb === '.authorized') return { result: { '.authorized': { authorized: true } } };
    if (verb === 'run') return this.run(words);
    if (verb === 'enable' || verb === 'disable') return this.enable(verb, words);
    if (verb === 'restore') return { result: { run: { jobid: String(await this.queue('RestoreFiles', words)) } } };
    return verb === 'cancel' ? this.cancel(Number(words['jobid'])) : null;
  }

  private listOf(verb: string): FakeAnswer | null {
    const named = (names: Iterable<string>): object[] => [...names].map((name) => ({ name, enabled: true }));
    if (verb === '.jobs') return { result: { jobs: [...this.jobs].map(([name, { enabled }]) => ({ name, enabled })) } };
    if (verb === '.clients') return { result: { clients: named(this.clients) } };
    if (verb === '.filesets') return { result: { filesets: [{ name: 'Home' }] } };
    if (verb === '.pools') return { result: { pools: [{ name: 'Full' }, { name: 'Incremental' }] } };
    if (verb === '.storages') return { result: { storages: named(['File']) } };
    if (verb === 'time') return { result: { time: { full: 'Fri 20-Nov-2026 22:00:00', ...this.time } } };
    if (verb === '.help') return { result: this.help() };
    return null;
  }

  /** Restore jobs are left out, as jobs of consoles with narrow rights are; pools go before the storages of jobs. */
  private shownOf(text: string): FakeAnswer | null {
    if (text === 'show pools verbose')
      return { result: { pools: { Full: { name: 'Full', storage: ['File'] }, Incremental: { name: 'Incremental', storage: [] } } } }; // prettier-ignore
    if (text !== 'show jobs verbose') return null;
    const fixed = {
      pool: 'Full',
      storage: ['Other'],
      fileset: 'Home',
      where: '',
      schedule: 'WeeklyCycle',
      priority: 12,
    };
    const shown = [...this.jobs]
      .filter(([, { type }]) => type !== 'Restore')
      .map(
        ([name, { type, level, client }]) => [name, { name, type, level, client, enabled: true, ...fixed }] as const,
      );
    return { result: { jobs: Object.fromEntries(shown) } };
  }

  private help(): object {
    const about = (command: string): object => ({ command, description: '…', arguments: '', permission: true });
    return Object.fromEntries(this.commands.map((command) => [command, about(command)]));
  }

  /** 24.0.10 tells nothing of this as JSON. */
  private statusOf(text: string): FakeAnswer | null {
    if (!/^\.?status (?:dir|scheduler)/.test(text)) return null;
    if (this.version === '24.0.10')
      return { result: text.startsWith('status director') ? { 'client-connection': [] } : {} };
    if (text.startsWith('status scheduler')) return { result: preview };
    return { result: { header: { director: 'bareos-dir', daemon_started: '20-Nov-26 20:33', jobs_run: 6 } } };
  }

  private defaultsOf({ job: name = '', client }: Said): object {
    if (client !== undefined)
      return { client, address: `${client}.example`, port: 9102, enabled: 1, catalog: 'MyCatalog' };
    const job = this.jobs.get(name);
    if (!job) return {};
    const { type, level, enabled } = job;
    const where = type === 'Restore' ? '/srv/restored' : '';
    const fixed = { pool: 'Full', messages: 'Standard', storage: 'File', fileset: 'Home', catalog: 'MyCatalog' };
    return { job: name, ...fixed, client: job.client, where, level, type, enabled: enabled ? 1 : 0 };
  }

  private async run(words: Said): Promise<FakeAnswer> {
    const isKnown = this.jobs.has(words['job'] ?? '') && words['level'] !== 'Nope';
    return isKnown
      ? { result: { run: { jobid: String(await this.queue(words['job'] ?? '', words)) } } }
      : { error: [] };
  }

  private enable(verb: 'enable' | 'disable', words: Said): FakeAnswer {
    const wanted = this.jobs.get(words['job'] ?? '');
    // Without a job that it knows it takes the only one that is left to choose.
    const left = [...this.jobs].filter(([, { enabled }]) => enabled === (verb === 'disable'));
    const [name, job] = wanted ? [words['job'] ?? '', wanted] : left.length === 1 ? left[0]! : ['', undefined];
    if (!job) return { error: [`Job "${words['job'] ?? ''}" not found.\n`] };
    job.enabled = verb === 'enable';
    return { result: { [verb]: { jobs: [name] } } };
  }

  private cancel(jobId: number): FakeAnswer {
    if (this.current.delete(jobId)) return { result: {} };
    return { error: [`JobId ${jobId} is not running. Use Job name to cancel inactive jobs.\n`] };
  }

  private asText(text: string, words: Said): string {
    const version = `Version: ${this.version} (03 August 2026) Debian GNU/Linux 12`;
    const started = 'Daemon started 20-Nov-26 20:33. Jobs: run=6, running=0 db:postgresql, Self-compiled binary';
    if (text.startsWith('.status dir running')) return this.onTheirWay();
    if (/^\.?status dir/.test(text)) return `bareos-dir ${version}\n${started}\n${this.onTheirWay()}====\n`;
    const name = words['client'] ?? words['storage'] ?? '';
    const isClient = words['client'] !== undefined;
    if (this.down.has(name)) return `Failed to connect to ${isClient ? 'Client' : 'Storage daemon'} ${name}.\n====\n`;
    if (text.endsWith('running')) return this.runningAt();
    const cipher = 'Encryption: TLS_CHACHA20_POLY1305_SHA256 TLSv1.3';
    return `${isClient ? ' Handshake: Immediate TLS,' : ''} ${cipher}\n\n${name} ${version}\n${started}\n`;
  }

  private onTheirWay(): string {
    return [...this.current]
      .map(
        ([id, letter]) =>
          `${`${id}`.padStart(6)}\tFull  \tbackup-a.2026-11-20_20.36.23_24\t${wordsOfLetter(letter)}\t\n`,
      )
      .join('');
  }

  private runningAt(): string {
    const runs = [...this.current]
      .filter(([, letter]) => letter === 'R')
      .map(([jobId]) => [
        `JobId=${jobId}`,
        'Job=backup-a.2026-11-20_20.36.23_24',
        'VSS=0',
        'Level=F',
        'JobType=B',
        'JobStarted=2026-11-20 20:36:23',
        'Files=1,189',
        'Bytes=2,149,959',
        'Bytes/sec=21716',
        'Errors=0',
        'Bwlimit=0',
        'Files Examined=1,189',
        'Processing file=/data/a=b.txt',
        'SDReadSeqNo=5',
        'DirectorConnected=2026-11-20 20:36:20',
      ]);
    return `${runs.flat().join('\n')}\n`;
  }
}

/** 2026-11-21 21:00 and 2026-11-22 21:00 in Berlin. */
const preview = {
  schedules: [
    {
      name: 'WeeklyCycle',
      enabled: true,
      jobs: [
        { name: 'backup-a', enabled: true },
        { name: 'backup b', enabled: false },
      ],
    },
    { name: 'Off', enabled: false, jobs: [{ name: 'backup-a', enabled: true }] },
  ],
  preview: [
    { datetime: 'Sun 22-Nov-2026 21:00', runtime: 1_795_377_600, schedule: 'WeeklyCycle', level: 'Full' },
    { datetime: 'Sat 21-Nov-2026 21:00', runtime: 1_795_291_200, schedule: 'WeeklyCycle', level: 'Incremental' },
    { datetime: 'Sat 21-Nov-2026 22:00', runtime: 1_795_294_800, schedule: 'Off', level: 'Full' },
  ],
};

/** As Bareos says it; a run that waits for a volume has the letter of a running one. */
function wordsOfLetter(letter: string): string {
  const words: Readonly<Record<string, string>> = {
    R: 'is running',
    C: 'is waiting execution',
    s: 'is waiting on max Storage jobs',
    m: 'is waiting for an appendable Volume',
    M: 'is waiting for a mount request',
  };
  return words[letter] ?? `is in unknown state ${letter}`;
}

/** In JSON mode it is a document as any failure is, but no beginning was told before it. */
function unknownCommand(verb: string, mode: 'json' | 'text'): string {
  const words = `${verb}: is an invalid command.\n`;
  return mode === 'text' ? words : `${JSON.stringify(documentOf({ error: [words] }))}\n`;
}

function documentOf(answer: { readonly result?: object; readonly error?: readonly string[] }): object {
  if (!answer.error) return { jsonrpc: '2.0', id: null, result: answer.result };
  const messages = answer.error.length === 0 ? {} : { error: answer.error };
  const data = { result: answer.result ?? {}, messages };
  return { jsonrpc: '2.0', id: null, error: { code: 1, message: 'failed', data } };
}

/** The arguments of a command, read as a Director does: quotes may stand anywhere in a word. */
function wordsOf(text: string): Said {
  const words = text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  return Object.fromEntries(
    words.slice(1).map((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1).replaceAll('"', '')];
    }),
  );
}
