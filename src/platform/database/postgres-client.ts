import { userInfo } from 'node:os';
import { connect as connectSocket } from 'node:net';
import pg, { type ClientConfig, type PoolConfig } from 'pg';
import { type ConnectionOptions, parse } from 'pg-connection-string';

export interface PostgresConfig extends ClientConfig {
  /** Everything about the server, the role and the database; `require_auth=scram-sha-256` is understood as libpq does. */
  readonly connectionString: string;
  /** Bytes that the server may send for one answer; none without it. */
  readonly answerLimitBytes?: number;
}

/** What node-postgres has and its types do not name. */
interface Inside {
  readonly connection: NodeJS.EventEmitter & {
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
  private readonly answerLimitBytes: number;

  constructor(config: PostgresConfig) {
    const address = addressOf(config.connectionString);
    super(described(config, address));
    this.address = address;
    this.answerLimitBytes = config.answerLimitBytes ?? Infinity;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.chooseTls().then(() => {
      this.boundAnswers();
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
    this.inside.connection.stream.destroy(new Error(`The server demands the password ${how}, which is refused.`));
  }

  private async chooseTls(): Promise<void> {
    if (!isOptional(this.address['sslmode'])) return;
    const ssl = (await offersTls(this.host, this.port)) && { rejectUnauthorized: false };
    Object.assign(this, { ssl });
    Object.assign(this.inside.connection, { ssl });
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

  private get isEncrypted(): boolean {
    return Boolean((this as unknown as { readonly ssl: unknown }).ssl);
  }
}

/** Connections as PostgresClient makes them. */
export function postgresPool(config: PoolConfig & PostgresConfig): pg.Pool {
  return new pg.Pool({ ...config, Client: PostgresClient as unknown as NonNullable<PoolConfig['Client']> });
}

/** Whatever is left open here, node-postgres would take from the environment. */
function described({ connectionString: _, ...config }: PostgresConfig, address: ConnectionOptions): ClientConfig {
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
    ssl: tlsOf(address),
  };
}

function tlsOf(address: ConnectionOptions): NonNullable<ClientConfig['ssl']> {
  if (isOptional(address['sslmode'])) return false;
  return (address.ssl as ClientConfig['ssl']) ?? false;
}

/** The parser takes `prefer` and `allow` for verify-full, and says so in a warning; here they are read without it. */
function addressOf(connectionString: string): ConnectionOptions {
  const mode = URL.canParse(connectionString) ? new URL(connectionString).searchParams.get('sslmode') : null;
  if (mode === null || !isOptional(mode)) return parse(connectionString);
  const url = new URL(connectionString);
  url.searchParams.delete('sslmode');
  return { ...parse(url.toString()), sslmode: mode };
}

const isOptional = (sslmode: unknown): boolean => sslmode === 'prefer' || sslmode === 'allow';

function noPassword(): string {
  throw new Error('The server asks for a password, and the connection URL has none.');
}

const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const offerLimitMs = 5_000;

function offersTls(host: string, port: number): Promise<boolean> {
  if (host.startsWith('/')) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host, port, timeout: offerLimitMs }, () => socket.write(tlsRequest));
    socket.once('data', (answer) => {
      resolve(answer.toString('latin1') === 'S');
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('The server does not answer.')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed the connection.')));
  });
}
