import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type TLSSocketOptions } from 'node:tls';
import { PeerSession } from './peer-session.js';

export interface PeerCertificates {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
  /** Demands a certificate of the console. */
  readonly demandsOurs?: boolean;
}

/** What the Director's side of a conversation does; everything not given goes well. */
export interface PeerScript {
  readonly product: 'bacula' | 'bareos';
  readonly welcome: readonly string[];
  readonly consoles: Readonly<Record<string, string>>;
  /** `starttls`: after the hello, if the console offers it; `first`: from the first byte; `late`: after the passwords. */
  readonly tls: 'none' | 'starttls' | 'first' | 'late';
  readonly certificates: PeerCertificates | null;
  readonly newestTls: 'TLSv1.2' | 'TLSv1.3';
  /** What stands behind `ssl=` in the challenge. */
  readonly ssl: 0 | 1 | 2;
  /** Answers the console's challenge with another password: an impostor. */
  readonly ownPassword: string | null;
  /** Sends at most so many bytes with one write. */
  readonly chunkBytes: number;
  /** Instead of the challenge. */
  readonly onHello: ((session: PeerSession) => void) | null;
  readonly onCommand: (text: string, session: PeerSession) => void;
  /** Takes `.api …`; by default it is answered without a word. */
  readonly onApi: PeerScript['onCommand'] | null;
}

export const mainPrompt = -18;
const commandBegin = -16;
const commandOk = -15;

export function answerWith(text: string): PeerScript['onCommand'] {
  return (_command, session) => {
    session.signal(commandBegin);
    session.text(text);
    session.signal(commandOk);
    session.signal(mainPrompt);
  };
}

const usualScript: PeerScript = {
  product: 'bacula',
  welcome: ['1000 OK: 10002 fake-dir Version: 15.0.3 (25 March 2025)\n'],
  consoles: { '*UserAgent*': 'secret' },
  tls: 'none',
  certificates: null,
  newestTls: 'TLSv1.3',
  ssl: 0,
  ownPassword: null,
  chunkBytes: Number.MAX_SAFE_INTEGER,
  onHello: null,
  onCommand: answerWith('fine\n'),
  onApi: null,
};

/** A fake Director that speaks the console protocol on loopback, written from recorded conversations and not with our own frames. */
export class ConsolePeer {
  readonly sessions: PeerSession[] = [];
  /** Everything that consoles sent as commands, `.api` too. */
  readonly commands: string[] = [];
  logIns = 0;
  port = 0;

  private readonly standing: (() => void)[] = [];

  private constructor(
    public script: PeerScript,
    private readonly server: Server,
  ) {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      // A conversation that the console ends early is what many tests are about.
      void this.serve(socket).catch(() => undefined);
    });
  }

  /** On a free port, or on the one that another peer had. */
  static async start(script: Partial<PeerScript> = {}, port = 0): Promise<ConsolePeer> {
    const peer = new ConsolePeer({ ...usualScript, ...script }, createServer());
    peer.server.listen(port, '127.0.0.1');
    await once(peer.server, 'listening');
    peer.port = (peer.server.address() as AddressInfo).port;
    return peer;
  }

  /** Goes on with the hellos that `onHello` took. */
  serveLate(): void {
    for (const goOn of this.standing.splice(0)) goOn();
  }

  get openSessions(): number {
    return this.sessions.filter((session) => session.isOpen).length;
  }

  async close(): Promise<void> {
    for (const session of this.sessions) session.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(raw: Socket): Promise<void> {
    const session = new PeerSession(raw.setNoDelay(true), this.script.chunkBytes);
    this.sessions.push(session);
    if (this.script.tls === 'first' && (await session.firstByte()) === 0x16) await session.secure(this.tlsOver(raw));
    const hello = /^Hello (\S+) calling(?: version \S+| (\d+)(?: tlspsk=(\d+))?)?\n$/.exec(await session.receive());
    if (!hello?.[1]) return;
    const name = hello[1].replaceAll('\x01', ' ');
    if (this.script.onHello) {
      this.script.onHello(session);
      await new Promise<void>((resolve) => this.standing.push(resolve));
    }
    if (this.script.tls === 'starttls' && Number(hello[3] ?? 0) > 0) {
      session.text(`starttls tlspsk=${this.script.certificates ? 2 : 100}\n`);
      await session.secure(this.tlsOver(raw));
    }
    await this.authenticate(session, name, raw);
  }

  private async authenticate(session: PeerSession, name: string, raw: Socket): Promise<void> {
    const password = this.script.consoles[name];
    if (password === undefined) {
      session.text('1999 You are not authorized.\n');
      return;
    }
    const key = keyOf(password);
    const challenge = `<1040588353.${1_795_206_000 + this.sessions.length}@fake-dir>`;
    session.text(`auth cram-md5 ${challenge} ssl=${this.script.ssl}\n`);
    if ((await session.receive()).replace(/\0$/, '') !== hmac(key, challenge)) {
      session.text('1999 Authorization failed.\n');
      return;
    }
    session.text('1000 OK auth\n');
    const [, theirs = '', ssl] = /^auth cram-md5c (<.+>) ssl=([012])\n$/.exec(await session.receive()) ?? [];
    session.text(`${hmac(this.script.ownPassword === null ? key : keyOf(this.script.ownPassword), theirs)}\0`);
    if ((await session.receive()) !== '1000 OK auth\n') return;
    if (this.script.tls === 'late' && ssl !== '0') await session.secure(this.tlsOver(raw));
    for (const line of this.script.welcome) session.text(line);
    this.logIns += 1;
    await this.converse(session);
  }

  private async converse(session: PeerSession): Promise<void> {
    for (;;) {
      const text = await session.receive();
      this.commands.push(text);
      const take = text.startsWith('.api ') ? this.script.onApi : this.script.onCommand;
      if (take) {
        take(text, session);
        continue;
      }
      session.signal(commandOk);
      session.signal(mainPrompt);
    }
  }

  private tlsOver(raw: Socket): TLSSocket {
    const { certificates } = this.script;
    const options: TLSSocketOptions & Record<string, unknown> = certificates
      ? {
          secureContext: createSecureContext({ cert: certificates.cert, key: certificates.key, ca: certificates.ca }),
          requestCert: certificates.demandsOurs ?? false,
          rejectUnauthorized: certificates.demandsOurs ?? false,
        }
      : {
          secureContext: createSecureContext({ ciphers: 'PSK', maxVersion: this.script.newestTls }),
          pskCallback: (_socket: unknown, identity: string) => this.pskFor(identity),
        };
    return new TLSSocket(raw, { isServer: true, ...options });
  }

  private pskFor(identity: string): Buffer | null {
    // Bacula ignores the identity: it knows the console from the hello.
    const name = this.script.product === 'bareos' ? identity.replace('R_CONSOLE\x1e', '') : '*UserAgent*';
    const password = this.script.consoles[name];
    return password === undefined ? null : Buffer.from(keyOf(password));
  }
}

export function keyOf(password: string): string {
  return createHash('md5').update(password).digest('hex');
}

function hmac(key: string, text: string): string {
  return createHmac('md5', key).update(text).digest('base64').replace(/=+$/, '');
}
