import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type TestCertificates } from './peer-certificates.js';

/** Somebody in the place of PostgreSQL who speaks TLS only, asks for a certificate, lets everybody in and answers nothing. */
export class TlsPostgres {
  /** Names of the certificates that it was shown, one for each client that was let in. */
  readonly shown: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    certificates: TestCertificates,
  ) {
    const { cert, key } = certificates.director;
    const secureContext = createSecureContext({ cert, key, ca: certificates.ca });
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        const secured = new TLSSocket(socket, { isServer: true, secureContext, requestCert: true });
        secured.on('error', () => undefined);
        secured.once('data', () => {
          this.shown.push(String(secured.getPeerCertificate().subject.CN));
          secured.once('data', () => secured.destroy());
          secured.write(letIn);
        });
      });
    });
  }

  static async start(certificates: TestCertificates): Promise<TlsPostgres> {
    const postgres = new TlsPostgres(createServer(), certificates);
    await new Promise<void>((resolve) => postgres.server.listen(0, '127.0.0.1', resolve));
    return postgres;
  }

  get url(): string {
    return `postgresql://reader:p@127.0.0.1:${(this.server.address() as AddressInfo).port}/catalog`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** AuthenticationOk and ReadyForQuery. */
const letIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
