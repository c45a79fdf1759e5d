import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { type Clock } from '../../domain/clock.js';
import { type SendCode, type SendOutcome } from '../../domain/notification.js';
import { type TargetRejection, type WebhookPost, WebhookSender } from '../../domain/senders.port.js';
import { codeOfError, describeConnectionError } from '../../platform/ssrf-guard/connection-errors.js';
import { excerptOf } from '../../platform/ssrf-guard/response-excerpt.js';
import { type SsrfGuard } from '../../platform/ssrf-guard/ssrf-guard.js';
import { TimeLimit } from '../../platform/ssrf-guard/time-limit.js';

interface Exchange {
  readonly isEncrypted: boolean;
  readonly options: RequestOptions;
  readonly body: Buffer;
  /** For the answer's body once its status is there. */
  readonly bodyLimitMs: number;
  /** Aborts it in any state. */
  readonly signal: AbortSignal;
}

interface Reply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The first bytes of its body. */
  readonly beginning: Buffer;
  /** The body went on, or did not come to its end. */
  readonly isCut: boolean;
}

const mostAnswerBytes = 4096;

/** More than an agent keeps for one host: the last try has a connection of its own. */
const mostTries = 4;

/** Sends one request and reads the beginning of its answer. Rejects where no status came. */
async function exchange(request: Exchange): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(request);
    } catch (error) {
      // A reused connection may be closed by the other side at that moment: that is no failure of this request.
      if (!(error instanceof StaleConnection) || request.signal.aborted || tries === mostTries) throw error;
    }
  }
}

class StaleConnection extends Error {
  readonly code = 'ECONNRESET';
}

function once({ isEncrypted, options, body, bodyLimitMs, signal }: Exchange): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = (isEncrypted ? requestSecure : requestPlain)({ ...options, signal });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection() : error);
    });
    // An unrequested protocol switch ends without an error.
    request.on('close', () => reject(new Error('closed without an answer')));
    request.on('response', (response) => {
      resolve(readReply(request, response, bodyLimitMs));
    });
    request.end(body);
  });
}

function readReply(request: ClientRequest, response: IncomingMessage, bodyLimitMs: number): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean): void => {
      clearTimeout(timer);
      // An unread rest would keep the connection busy forever.
      if (isCut) request.destroy();
      const beginning = Buffer.concat(chunks).subarray(0, mostAnswerBytes);
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], beginning, isCut });
    };
    const timer = setTimeout(() => finish(true), bodyLimitMs);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostAnswerBytes) finish(true);
    });
    response.on('end', () => finish(false));
    response.on('error', () => finish(true));
    response.on('close', () => finish(!response.complete));
  });
}

/** Headers without secrets; every other one may be a key. */
const plainHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'user-agent', 'accept']);

/** Common parts of addresses; masking them would garble responses and hide nothing. */
const ordinaryParts: ReadonlySet<string> = new Set([
  'alerts',
  'enqueue',
  'events',
  'hook',
  'hooks',
  'incoming',
  'notify',
  'services',
  'webhook',
  'webhooks',
]);

/** The secrets in a request that a receiver may echo: the address and its parts, values of headers, keys in the body. */
function secretsOf(post: WebhookPost, url: URL): ReadonlySet<string> {
  const inBody = post.body.matchAll(/"\w*(?:key|secret|token|password)"\s*:\s*"([^"\\]{8,})"/gi);
  const keys = [...inBody].map(([, value = '']) => value);
  return new Set([post.url, ...secretsOfAddress(url), ...secretsOfHeaders(post.headers), ...keys]);
}

function secretsOfAddress(url: URL): readonly string[] {
  const parts = url.pathname.split('/').filter((part) => !ordinaryParts.has(part.toLowerCase()));
  const secretTexts = [...url.searchParams].flatMap(([name, value]) => (name.length >= 16 ? [name, value] : [value]));
  const { href, host, hostname, pathname, search } = url;
  return [href, host, hostname, pathname, search, `${pathname}${search}`, ...parts, ...secretTexts];
}

/** Whole values, and the part after a scheme such as Bearer or between the commas of a signature. */
function secretsOfHeaders(headers: WebhookPost['headers']): readonly string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    plainHeaders.has(name.toLowerCase()) ? [] : [value],
  );
  return values.flatMap((value) => [
    value,
    ...value.split(/[\s,]+/).filter((part) => part.length >= 8),
    ...basicCredentials(value),
  ]);
}

/** Servers name the rejected user: user name and password as they decoded them. */
function basicCredentials(value: string): readonly string[] {
  const encoded = /^basic\s+(\S+)$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString();
  return [decoded, decoded.slice(decoded.indexOf(':') + 1)];
}

const mostSeconds = 24 * 3600;

/** Seconds of a Retry-After header, at most a day; null if it cannot be read. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), mostSeconds);
  // Only dates as HTTP writes them: Date.parse takes nearly anything for one.
  const time = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return Math.min(Math.max(Math.ceil((time - now.getTime()) / 1000), 0), mostSeconds);
}

const mostBodyBytes = 256 * 1024;

/** A receiver that hangs blocks only its own connections. Idle ones are closed before most servers close them. */
const connections = { keepAlive: true, maxSockets: 8, maxTotalSockets: 256, maxFreeSockets: 2, timeout: 4_000 };

export interface WebhookSenderOptions {
  /** For connect, TLS, headers and body together; 15 seconds. */
  readonly limitMs?: number;
  /** For the body of an answer whose status is there; 2 seconds, for it is only shown to people. */
  readonly bodyLimitMs?: number;
  /** Certificates of the authorities to trust, as PEM; by default those of Node and NODE_EXTRA_CA_CERTS. */
  readonly authorities?: string;
}

/**
 * One POST to an address from user input. Follows no redirect, uses no proxy, and connects only to checked addresses. It writes no
 * log: the outcome has everything, and no part of the address.
 */
export class HttpWebhookSender extends WebhookSender {
  private readonly agent = new Agent(connections);
  private readonly secureAgent: SecureAgent;
  private readonly limitMs: number;
  private readonly bodyLimitMs: number;

  constructor(
    private readonly gate: SsrfGuard,
    private readonly clock: Clock,
    { limitMs = 15_000, bodyLimitMs = 2_000, authorities }: WebhookSenderOptions = {},
  ) {
    super();
    this.limitMs = limitMs;
    this.bodyLimitMs = bodyLimitMs;
    this.secureAgent = new SecureAgent({ ...connections, ...(authorities === undefined ? {} : { ca: authorities }) });
  }

  override knownRejection(host: string, port: number): TargetRejection | null {
    const rejection = this.gate.knownRejection(host, port);
    return rejection && { code: codeOfError(rejection), detail: describeConnectionError(rejection, 'receiver') };
  }

  override async post(post: WebhookPost, signal: AbortSignal): Promise<SendOutcome> {
    const body = Buffer.from(post.body);
    const url = URL.canParse(post.url) ? new URL(post.url) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol))
      return failedTry('The address is not an http or https URL.', 'not_a_url');
    if (url.username !== '' || url.password !== '') {
      return failedTry(
        "The URL contains a username or password. Use the channel's authorization instead.",
        'password_in_url',
      );
    }
    if (body.length > mostBodyBytes) {
      return failedTry(
        `The message has ${Math.ceil(body.length / 1024)} KiB, which exceeds the limit of 256 KiB.`,
        'too_large',
      );
    }
    const limit = new TimeLimit(this.limitMs, signal);
    try {
      return this.outcomeOf(await this.exchange(post, url, body, limit.signal), secretsOf(post, url));
    } catch (error) {
      const seconds = Math.ceil(this.limitMs / 1000);
      if (limit.isUp) return failedTry(`The receiver did not answer within ${seconds} seconds.`, 'too_slow');
      if (signal.aborted) return failedTry('The attempt was canceled before the receiver answered.', 'canceled');
      return failedTry(describeConnectionError(error, 'receiver'), codeOfError(error));
    } finally {
      limit.end();
    }
  }

  /** Closes the connections that are kept. */
  onApplicationShutdown(): void {
    this.agent.destroy();
    this.secureAgent.destroy();
  }

  private async exchange(post: WebhookPost, url: URL, body: Buffer, signal: AbortSignal): Promise<Reply> {
    const isEncrypted = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(url.port) || (isEncrypted ? 443 : 80);
    const lookup = this.gate.lookupFor(host, port, isEncrypted);
    const headers = { 'user-agent': 'backup-console', ...post.headers, 'content-length': body.length };
    const path = `${url.pathname}${url.search}`;
    const agent = isEncrypted ? this.secureAgent : this.agent;
    const options = { method: 'POST', host, port, path, headers, lookup, agent };
    return exchange({ isEncrypted, options, body, bodyLimitMs: this.bodyLimitMs, signal });
  }

  private outcomeOf({ status, retryAfter, beginning, isCut }: Reply, secrets: ReadonlySet<string>): SendOutcome {
    const isDelivered = status >= 200 && status < 300;
    // What comes with a redirect is the address that it leads to, which is as secret as the one that was typed.
    const isRedirect = status >= 300 && status < 400;
    return {
      verdict: isDelivered ? 'delivered' : status === 410 ? 'gone' : 'retry',
      statusCode: status,
      code: status === 410 ? 'gone' : isRedirect ? 'redirected' : 'answered',
      detail: describeStatus(status),
      excerpt: isRedirect ? null : excerptOf(beginning.toString(), secrets, isCut),
      retryAfterSeconds: isDelivered ? null : retryAfterSeconds(retryAfter, this.clock.now()),
    };
  }
}

function describeStatus(status: number): string {
  if (status === 410) return 'The receiver answered 410: it is permanently gone.';
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}. Redirects are not followed. Enter the URL that it redirects to.`;
  }
  return `The receiver answered ${status}.`;
}

function failedTry(detail: string, code: SendCode): SendOutcome {
  return { verdict: 'retry', statusCode: null, code, detail, excerpt: null, retryAfterSeconds: null };
}
