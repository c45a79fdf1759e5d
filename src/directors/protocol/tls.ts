import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { keyOf } from './challenge.js';
import { type ConsoleSettings, consoleNameOf, directorIn, usesCertificates } from './console-settings.js';
import { ProtocolError } from './protocol-error.js';

/** How Directors reject a pre-shared key: TLS 1.2 and 1.3, wrong password and unknown name differ. */
const keyRejections = new Set([
  'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
  'ERR_SSL_SSLV3_ALERT_ILLEGAL_PARAMETER',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_PSK_IDENTITY',
  'ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR',
]);

/** Where OpenSSL failed, `reason` is its words without source files and addresses. */
interface TlsError extends NodeJS.ErrnoException {
  readonly reason?: string;
}

/** TLS according to the settings over a connected socket. Rejects with ProtocolError (`tls`, or `credentials` for a rejected key). */
export function startTls(settings: ConsoleSettings, socket: Socket): Promise<TLSSocket> {
  const how = usesCertificates(settings.tls) ? byCertificates(settings) : byKey(settings);
  return new Promise((resolve, reject) => {
    const secured = begun(settings, { socket, minVersion: 'TLSv1.2', ...how });
    const fail = (error: TlsError) => {
      secured.destroy();
      reject(failureOf(settings, error));
    };
    const onClose = () => fail(new Error('The Director closed the connection during the TLS handshake.'));
    secured.once('error', fail).once('close', onClose);
    secured.once('secureConnect', () => {
      secured.off('error', fail).off('close', onClose);
      resolve(secured);
    });
  });
}

/** Certificates and keys that OpenSSL cannot read, or that do not belong together, end it before anything is sent. */
function begun(settings: ConsoleSettings, options: ConnectionOptions): TLSSocket {
  try {
    return connect(options);
  } catch (error) {
    throw failureOf(settings, error as TlsError);
  }
}

function byKey(settings: ConsoleSettings): ConnectionOptions {
  const psk = Buffer.from(keyOf(settings.password), 'latin1');
  return {
    ciphers: 'PSK',
    pskCallback: () => ({ psk, identity: identityOf(settings) }),
    // A session that rests on a certificate instead of the key proves nothing to us: no authority is trusted.
    ca: [],
    checkServerIdentity: () => undefined,
  };
}

function byCertificates(settings: ConsoleSettings): ConnectionOptions {
  const { ca, certificate, key, serverName } = settings.tls;
  const name = serverName ?? settings.host;
  return {
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(isIP(name) === 0 && { servername: name }),
    rejectUnauthorized: true,
    checkServerIdentity: (_host, given) => checkServerIdentity(name, given),
  };
}

/** Bareos identifies the console by it; Bacula ignores it. */
function identityOf(settings: ConsoleSettings): string {
  return settings.product === 'bareos' ? `R_CONSOLE\x1e${consoleNameOf(settings)}` : consoleNameOf(settings);
}

function failureOf(settings: ConsoleSettings, error: TlsError): ProtocolError {
  const director = directorIn(settings);
  if (!usesCertificates(settings.tls) && keyRejections.has(error.code ?? '')) {
    const sentence = `${director} rejected the console name or password: the TLS handshake with the key derived from them failed. Correct them in the settings.`;
    return new ProtocolError('credentials', sentence, { cause: error });
  }
  const why = (error.reason ?? error.message).replace(/[.\s]*$/, '');
  const sentence = `The TLS handshake with ${director} failed: ${why}. Check the TLS settings on both sides.`;
  return new ProtocolError('tls', sentence, { cause: error });
}
