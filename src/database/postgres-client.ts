import { readFileSync } from 'node:fs';
import { type LookupFunction, Socket } from 'node:net';
import { userInfo } from 'node:os';
import pg, { type ClientConfig, type PoolConfig } from 'pg';
import { type ConnectionOptions } from 'pg-connection-string';
import { InFlightCalls } from '../platform/in-flight-calls.js';
import { settleWithin } from '../platform/timing.js';
import {
  fileParameters,
  type PostgresTls,
  PostgresUrlFault,
  readPostgresUrl,
  type TlsDemand,
  tlsDemandOf,
} from './postgres-url.js';

/** Notices that a server says nothing while a statement runs, and gives up only if it does not answer otherwise either. */
class AnswerTimeout {
  private timer: NodeJS.Timeout | null = null;
  private words = 0;

  constructor(
    private readonly limitMs: number,
    private readonly isThere: () => Promise<boolean>,
    private readonly giveUp: () => void,
  ) {}

  /** A statement was sent. */
  begin(): void {
    this.timer ??= setTimeout(() => void this.check(), this.limitMs).unref();
  }

  /** The server said something. */
  hear(): void {
    this.words += 1;
    this.timer?.refresh();
  }

  /** No statement is left. */
  end(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async check(): Promise<void> {
    const { timer, words } = this;
    const isThere = await this.isThere();
    // Meanwhile the statement may have ended, or another one begun.
    if (this.timer === null || this.timer !== timer || this.words !== words) return;
    if (isThere) timer.refresh();
    else this.giveUp();
  }
}

export interface PostgresConfig extends ClientConfig {
  /** Everything about the server, the role and the database; `require_auth=scram-sha-256` is understood as libpq does. */
  readonly connectionString: string;
  /** Bytes that the server may send for one answer; none without it. */
  readonly answerLimitBytes?: number;
  /**
   * Milliseconds that a statement may run without data from the server. Then another connection is tried, and if the server does not
   * accept that one either, the statement fails with ETIMEDOUT and the connection ends. Without it, a frozen server is waited for.
   */
  readonly answerTimeoutMs?: number;
  /** Certificates for TLS. Where this is given, a URL that names files is refused with PostgresUrlFault. */
  readonly tls?: PostgresTls;
  /** Gives the socket its `lookup`, for hosts that are not known beforehand to be harmless; what it throws ends the connection. */
  readonly lookupFor?: LookupFor;
}

export type LookupFor = (host: string, port: number) => LookupFunction;

/** What node-postgres has and its types do not name. */
interface Inside {
  ssl: unknown;
  readonly connection: NodeJS.EventEmitter & {
    ssl: unknown;
    readonly stream: NodeJS.ReadWriteStream & { destroy(error: Error): void };
  };
  _handleAuthCleartextPassword(message: unknown): void;
  _handleAuthMD5Password(message: unknown): void;
}

const inherited = pg.Client.prototype as unknown as Inside;

/**
 * A connection that is described by its URL alone: neither PG* variables nor ~/.pgpass change it. node-postgres sends a password
 * in any form that the server demands; this one does so in clear text only inside TLS or over a Unix socket, and with
 * `require_auth=scram-sha-256` in no other form than SCRAM.
 * `sslmode=prefer` and `allow` use TLS where the server offers it, without looking at its certificate.
 */
export class PostgresClient extends pg.Client {
  private readonly address: ConnectionOptions;
  private readonly isTlsOptional: boolean;
  private readonly answerLimitBytes: number;
  private readonly material: PostgresTls;
  private readonly newSocket: () => Socket;
  private readonly answerTimeout: AnswerTimeout | null;

  constructor(config: PostgresConfig) {
    const url = readPostgresUrl(config.connectionString);
    const material = config.tls === undefined ? materialIn(url.files) : withoutNamedFiles(url.files, config.tls);
    const demand = tlsDemandOf(url, material);
    const newSocket = (): Socket => socketWith(config.lookupFor);
    super({ ...described(config, url.address), ssl: tlsOptionsOf(demand, material), stream: newSocket });
    this.address = url.address;
    this.isTlsOptional = demand === 'offered';
    this.answerLimitBytes = config.answerLimitBytes ?? Infinity;
    this.material = material;
    this.newSocket = newSocket;
    const { answerTimeoutMs } = config;
    this.answerTimeout = answerTimeoutMs === undefined ? null : this.watchAnswers(answerTimeoutMs, config);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.chooseTls().then(() => {
      this.boundAnswers();
      this.noteAnswers();
      return super.connect();
    });
    if (!callback) return connected;
    connected.then(() => callback(null), callback);
    return undefined;
  }

  // Listeners that node-postgres binds by these names.
  _handleAuthCleartextPassword(message: unknown): void {
    const isPrivate = this.isEncrypted || this.host.startsWith('/');
    if (this.requiresScram || !isPrivate) this.refuse('in clear text');
    else inherited._handleAuthCleartextPassword.call(this, message);
  }

  _handleAuthMD5Password(message: unknown): void {
    if (this.requiresScram) this.refuse('by MD5');
    else inherited._handleAuthMD5Password.call(this, message);
  }

  private get inside(): Inside {
    return this as object as Inside;
  }

  private get requiresScram(): boolean {
    return this.address['require_auth'] === 'scram-sha-256';
  }

  private refuse(how: string): void {
    this.inside.connection.stream.destroy(new Error(`The server requires the password ${how}, which is not allowed.`));
  }

  private async chooseTls(): Promise<void> {
    if (!this.isTlsOptional) return;
    const isOffered = await offersTls(this.newSocket(), this.host, this.port);
    const ssl = tlsOptionsOf(isOffered ? 'encrypted' : 'off', this.material);
    this.inside.ssl = ssl;
    this.inside.connection.ssl = ssl;
  }

  private boundAnswers(): void {
    if (this.answerLimitBytes === Infinity) return;
    const { connection } = this.inside;
    let bytes = 0;
    connection.on('readyForQuery', () => (bytes = 0));
    connection.once(this.isEncrypted ? 'sslconnect' : 'connect', () => {
      connection.stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= this.answerLimitBytes) return;
        connection.stream.destroy(
          new Error(`The server sent more than ${this.answerLimitBytes} bytes for one answer.`),
        );
      });
    });
  }

  /** Only for the console's own database: catalog statements have their own timeout. */
  private watchAnswers(limitMs: number, { connectionString, tls }: PostgresConfig): AnswerTimeout {
    const giveUp = (): void => {
      const error = Object.assign(new Error('The database server does not answer.'), { code: 'ETIMEDOUT' });
      this.inside.connection.stream.destroy(error);
    };
    const watch = new AnswerTimeout(limitMs, () => answersAnother(connectionString, tls), giveUp);
    const ask = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    const watched = (...parameters: unknown[]): unknown => {
      watch.begin();
      return ask(...parameters);
    };
    Object.assign(this, { query: watched });
    this.on('drain', () => watch.end());
    this.on('end', () => watch.end());
    return watch;
  }

  private noteAnswers(): void {
    const { answerTimeout } = this;
    if (answerTimeout === null) return;
    const { connection } = this.inside;
    connection.once(this.isEncrypted ? 'sslconnect' : 'connect', () => {
      connection.stream.on('data', () => answerTimeout.hear());
    });
  }

  private get isEncrypted(): boolean {
    return Boolean(this.inside.ssl);
  }
}

const probeLimitMs = 2_000;
const probes = new InFlightCalls<string, boolean>();

/** Whether the server accepts another connection. Concurrent callers share one attempt. */
function answersAnother(connectionString: string, tls: PostgresTls | undefined): Promise<boolean> {
  return probes.share(connectionString, () => tryConnection({ connectionString, tls }));
}

/** An error from PostgreSQL itself also shows that the server is alive. */
async function tryConnection(config: PostgresConfig): Promise<boolean> {
  const client = new PostgresClient({ ...config, connectionTimeoutMillis: probeLimitMs });
  client.on('error', () => undefined);
  const connected = client.connect().then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  );
  const answered = await settleWithin(connected, probeLimitMs, false);
  client.end().catch(() => undefined);
  return answered;
}

/** Connections as PostgresClient makes them. */
export function postgresPool(config: PoolConfig & PostgresConfig): pg.Pool {
  return new pg.Pool({ ...config, Client: PostgresClient as unknown as NonNullable<PoolConfig['Client']> });
}

/** node-postgres would take from the environment what is not set here. */
function described(
  { connectionString: _url, tls: _tls, lookupFor: _lookup, ...config }: PostgresConfig,
  address: ConnectionOptions,
): ClientConfig {
  const user = address.user || userInfo().username;
  const outsideTypes: object = { replication: 'false', sslnegotiation: 'postgres', client_encoding: 'utf8' };
  return {
    application_name: address.application_name ?? 'backup-console',
    ...config,
    ...outsideTypes,
    host: address.host || 'localhost',
    port: Number(address.port || 5432),
    user,
    password: address.password || noPassword,
    database: address.database || user,
    options: [config.options, address.options].join(' '),
  };
}

/** Files that the URL of the console's own database names: who can set the URL can read them. */
function materialIn(files: Readonly<Partial<Record<string, string>>>): PostgresTls {
  const read = (file: string | undefined): string | null => (file ? readFileSync(file, 'utf8') : null);
  return { ca: read(files['sslrootcert']), certificate: read(files['sslcert']), key: read(files['sslkey']) };
}

function withoutNamedFiles(files: Readonly<Partial<Record<string, string>>>, tls: PostgresTls): PostgresTls {
  const named = fileParameters.filter((name) => files[name] !== undefined);
  if (named.length === 0) return tls;
  throw new PostgresUrlFault(`The connection URL names files (${named.join(', ')}), which are not supported here.`);
}

function tlsOptionsOf(demand: TlsDemand, { ca, certificate, key }: PostgresTls): NonNullable<ClientConfig['ssl']> {
  if (demand === 'off' || demand === 'offered') return false;
  return {
    ...(ca === null ? {} : { ca }),
    ...(certificate === null ? {} : { cert: certificate }),
    ...(key === null ? {} : { key }),
    ...(demand === 'encrypted' ? { rejectUnauthorized: false } : {}),
    ...(demand === 'trusted' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** node-postgres gives its socket a port and a host, or the path of a Unix socket, and no `lookup`. */
function socketWith(lookupFor: LookupFor | undefined): Socket {
  const socket = new Socket();
  if (!lookupFor) return socket;
  const connect = socket.connect.bind(socket);
  const guarded = (port: number | string, host = 'localhost'): Socket => {
    if (typeof port === 'string') return connect(port);
    try {
      return connect({ port, host, lookup: lookupFor(host, port) });
    } catch (error) {
      return socket.destroy(error as Error);
    }
  };
  return Object.assign(socket, { connect: guarded });
}

function noPassword(): string {
  throw new Error('The server requires a password, and the connection URL has none.');
}

const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const offerLimitMs = 5_000;

function offersTls(socket: Socket, host: string, port: number): Promise<boolean> {
  if (host.startsWith('/')) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => socket.write(tlsRequest));
    socket.once('data', (answer: Buffer) => {
      resolve(answer.toString('latin1') === 'S');
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('The server does not answer.')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed the connection.')));
    socket.setTimeout(offerLimitMs).connect(port, host);
  });
}
