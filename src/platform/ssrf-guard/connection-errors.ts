import { type SendCode } from '../../domain/notification.js';
import { type Reason } from './address-rule.js';
import { TargetRejected } from './ssrf-guard.js';

export type AllowedAddress = 'receiver' | 'mail server';

const byAllowing = 'An administrator can allow this with WEBHOOK_ALLOW.';

const errorKinds: Readonly<Record<Reason, (peer: AllowedAddress) => string>> = {
  unreadable: (peer) => `The host name of the ${peer} resolves to something that is not an IP address.`,
  metadata: (peer) => `The address of the ${peer} is a cloud metadata service, which is never allowed.`,
  own: (peer) => `The address of the ${peer} is the console itself, which is never allowed.`,
  denied: (peer) => `The address of the ${peer} is blocked by WEBHOOK_DENY.`,
  private: (peer) => `The address of the ${peer} is in a private network. ${byAllowing}`,
  loopback: (peer) => `The address of the ${peer} is the console's own machine (loopback). ${byAllowing}`,
  link_local: (peer) => `The address of the ${peer} is link-local. ${byAllowing}`,
  multicast: (peer) => `The address of the ${peer} is a multicast address, not a single machine.`,
  reserved: (peer) => `The address of the ${peer} is reserved or belongs to a tunnel. ${byAllowing}`,
  plain: (peer) =>
    peer === 'receiver'
      ? 'The URL uses plain http, so others on the network could read the message. Use https. Plain http is allowed only for addresses in WEBHOOK_ALLOW.'
      : 'Mail without TLS is allowed only for mail servers in WEBHOOK_ALLOW. Use starttls or tls.',
};

const untrusted = (peer: AllowedAddress) =>
  `The certificate of the ${peer} is not signed by a trusted authority. Add a private authority with NODE_EXTRA_CA_CERTS.`;

const notFound = (peer: AllowedAddress) =>
  `The host name of the ${peer} was not found. Check its spelling and the DNS of this machine.`;
const noTls = (peer: AllowedAddress) => `The ${peer} does not speak TLS as expected on this port.`;
const closed = (peer: AllowedAddress) => `The ${peer} closed the connection before it answered.`;
const silent = (peer: AllowedAddress) => `The ${peer} could not be reached: the connection timed out.`;
const noRoute = (peer: AllowedAddress) => `This machine has no route to the address of the ${peer}.`;

const faults: Readonly<Record<string, (peer: AllowedAddress) => string>> = {
  ENOTFOUND: notFound,
  ENODATA: notFound,
  EAI_AGAIN: (peer) => `The host name of the ${peer} could not be looked up: DNS does not answer.`,
  ECONNREFUSED: (peer) =>
    `The ${peer} refused the connection: probably nothing is listening there, or a firewall rejects it.`,
  ECONNRESET: closed,
  ECONNECTION: closed,
  EPIPE: closed,
  ETIMEDOUT: silent,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EHOSTDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  CERT_HAS_EXPIRED: (peer) => `The certificate of the ${peer} has expired.`,
  CERT_NOT_YET_VALID: (peer) =>
    `The certificate of the ${peer} is not valid yet, or the clock of this machine is slow.`,
  CERT_REVOKED: (peer) => `The certificate of the ${peer} was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (peer) => `The certificate of the ${peer} is for another host name.`,
  HOSTNAME_MISMATCH: (peer) => `The certificate of the ${peer} is for another host name.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  EPROTO: noTls,
  ETLS: noTls,
  ERR_INVALID_CHAR: () => 'A message header contains characters that HTTP does not allow.',
  ERR_INVALID_HTTP_TOKEN: () => 'A message header has a name that HTTP does not allow.',
};

/** A sentence about why no answer came. Built from the kind of the error, never from its own text, which contains addresses. */
export function describeConnectionError(error: unknown, peer: AllowedAddress): string {
  if (error instanceof TargetRejected) return errorKinds[error.reason](peer);
  const code = codeOf(error);
  const known = code === null ? undefined : faults[code];
  if (known) return known(peer);
  if (code?.startsWith('ERR_SSL_')) return `${noTls(peer)} (${code})`;
  if (code?.startsWith('HPE_')) return `The answer of the ${peer} is not HTTP.`;
  return code === null ? closed(peer) : `The connection to the ${peer} failed (${code}).`;
}

const codes: Readonly<Record<string, SendCode>> = {
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  EAI_AGAIN: 'dns_timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  ECONNECTION: 'connection_closed',
  EPIPE: 'connection_closed',
  ETIMEDOUT: 'no_connection',
  EHOSTUNREACH: 'no_route',
  ENETUNREACH: 'no_route',
  EHOSTDOWN: 'no_route',
  EADDRNOTAVAIL: 'no_route',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  CERT_REVOKED: 'certificate_revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_host_mismatch',
  HOSTNAME_MISMATCH: 'certificate_host_mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  CERT_UNTRUSTED: 'certificate_untrusted',
  EPROTO: 'no_tls',
  ETLS: 'no_tls',
  ERR_INVALID_CHAR: 'bad_header',
  ERR_INVALID_HTTP_TOKEN: 'bad_header',
};

/** The stable code for the sentence of `describeConnectionError`. */
export function codeOfError(error: unknown): SendCode {
  if (error instanceof TargetRejected) return `address_${error.reason}`;
  const code = codeOf(error);
  if (code === null) return 'connection_closed';
  if (code.startsWith('ERR_SSL_')) return 'no_tls';
  return codes[code] ?? (code.startsWith('HPE_') ? 'not_http' : 'connection_failed');
}

/** A code of the system, of OpenSSL or of Node; null where the error has none, or one of another form. */
function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { originalCode, code, errors } = error as { originalCode?: unknown; code?: unknown; errors?: unknown[] };
  const first = originalCode ?? code ?? (errors?.[0] as { code?: unknown } | undefined)?.code;
  return typeof first === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(first) ? first : null;
}
