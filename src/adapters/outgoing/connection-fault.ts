import { type SendCode } from '../../domain/notice.js';
import { type Reason } from './address-rule.js';
import { TargetRefused } from './outgoing-gate.js';

export type Peer = 'receiver' | 'mail server';

const byAllowing = 'Who runs the console can allow it by WEBHOOK_ALLOW.';

const refusals: Readonly<Record<Reason, (peer: Peer) => string>> = {
  unreadable: (peer) => `The ${peer}'s name leads to something that is no IP address.`,
  metadata: (peer) => `The ${peer}'s address is a metadata service of a cloud, which is never connected to.`,
  own: (peer) => `The ${peer}'s address is the console itself, which is never connected to.`,
  denied: (peer) => `The ${peer}'s address is refused by WEBHOOK_DENY.`,
  private: (peer) => `The ${peer}'s address is in a private network. ${byAllowing}`,
  loopback: (peer) => `The ${peer}'s address is the machine of the console itself (loopback). ${byAllowing}`,
  link_local: (peer) => `The ${peer}'s address is link-local. ${byAllowing}`,
  multicast: (peer) => `The ${peer}'s address is a multicast address, not one machine's.`,
  reserved: (peer) => `The ${peer}'s address is reserved or leads through a tunnel. ${byAllowing}`,
  plain: (peer) =>
    peer === 'receiver'
      ? 'The address begins with http, so that everybody on the way could read along: use https. Plain http is for addresses that WEBHOOK_ALLOW names.'
      : 'Mail without TLS is for mail servers that WEBHOOK_ALLOW names: use starttls or tls.',
};

const untrusted = (peer: Peer) =>
  `The ${peer}'s certificate is not signed by an authority that this machine trusts. A private authority is added by NODE_EXTRA_CA_CERTS.`;

const notFound = (peer: Peer) => `The ${peer}'s name could not be found. Check its spelling and this machine's DNS.`;
const noTls = (peer: Peer) => `The ${peer} does not speak TLS as expected at this port.`;
const closed = (peer: Peer) => `The ${peer} closed the connection before it answered.`;
const silent = (peer: Peer) => `The ${peer} could not be reached: no answer to the connection.`;
const noRoute = (peer: Peer) => `There is no way from this machine to the ${peer}'s address.`;

const faults: Readonly<Record<string, (peer: Peer) => string>> = {
  ENOTFOUND: notFound,
  ENODATA: notFound,
  EAI_AGAIN: (peer) => `The ${peer}'s name could not be looked up: DNS does not answer.`,
  ECONNREFUSED: (peer) => `The ${peer} refused the connection: nothing listens there, or a firewall forbids it.`,
  ECONNRESET: closed,
  ECONNECTION: closed,
  EPIPE: closed,
  ETIMEDOUT: silent,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EHOSTDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  CERT_HAS_EXPIRED: (peer) => `The ${peer}'s certificate has expired.`,
  CERT_NOT_YET_VALID: (peer) => `The ${peer}'s certificate is not valid yet, or this machine's clock is behind.`,
  CERT_REVOKED: (peer) => `The ${peer}'s certificate was revoked.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (peer) => `The ${peer}'s certificate is for another name.`,
  HOSTNAME_MISMATCH: (peer) => `The ${peer}'s certificate is for another name.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  EPROTO: noTls,
  ETLS: noTls,
  ERR_INVALID_CHAR: () => 'A header of the message holds characters that HTTP does not allow.',
  ERR_INVALID_HTTP_TOKEN: () => 'A header of the message has a name that HTTP does not allow.',
};

/** A sentence for people about why no answer came. Built from what is known of the fault, never from its own text: that holds addresses. */
export function tellFault(error: unknown, peer: Peer): string {
  if (error instanceof TargetRefused) return refusals[error.reason](peer);
  const code = codeOf(error);
  const known = code === null ? undefined : faults[code];
  if (known) return known(peer);
  if (code?.startsWith('ERR_SSL_')) return `${noTls(peer)} (${code})`;
  if (code?.startsWith('HPE_')) return `The ${peer} answered something that is not HTTP.`;
  return code === null ? closed(peer) : `The connection to the ${peer} failed (${code}).`;
}

const codes: Readonly<Record<string, SendCode>> = {
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  EAI_AGAIN: 'dns_silent',
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
  CERT_NOT_YET_VALID: 'certificate_early',
  CERT_REVOKED: 'certificate_revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_of_other',
  HOSTNAME_MISMATCH: 'certificate_of_other',
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

/** The stable word for what `tellFault` says. */
export function codeOfFault(error: unknown): SendCode {
  if (error instanceof TargetRefused) return `address_${error.reason}`;
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
