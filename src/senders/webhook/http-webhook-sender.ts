import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type Clock } from '../../domain/clock.js';
import { type SendCode, type SendOutcome } from '../../domain/notification.js';
import { type TargetRefusal, type WebhookPost, WebhookSender } from '../../domain/senders.port.js';
import { codeOfFault, tellFault } from '../../platform/ssrf-guard/connection-errors.js';
import { excerptOf } from '../../platform/ssrf-guard/response-excerpt.js';
import { type OutgoingGate } from '../../platform/ssrf-guard/ssrf-guard.js';
import { TimeLimit } from '../../platform/ssrf-guard/time-limit.js';
import { exchange, type Reply } from './http-exchange.js';
import { secretsOf } from './post-secrets.js';
import { retryAfterSeconds } from './retry-after.js';

const mostBodyBytes = 256 * 1024;

/** A receiver that hangs holds its own connections only. Idle ones are closed before most servers do it themselves. */
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
 * One POST to an address that somebody typed. Follows no redirect, asks no proxy, and connects only to what the gate
 * checked. It writes no log: what it tells is in the outcome, and nothing of it holds a part of the address.
 */
export class HttpWebhookSender extends WebhookSender {
  private readonly agent = new Agent(connections);
  private readonly secureAgent: SecureAgent;
  private readonly limitMs: number;
  private readonly bodyLimitMs: number;

  constructor(
    private readonly gate: OutgoingGate,
    private readonly clock: Clock,
    { limitMs = 15_000, bodyLimitMs = 2_000, authorities }: WebhookSenderOptions = {},
  ) {
    super();
    this.limitMs = limitMs;
    this.bodyLimitMs = bodyLimitMs;
    this.secureAgent = new SecureAgent({ ...connections, ...(authorities === undefined ? {} : { ca: authorities }) });
  }

  override knownRefusal(host: string, port: number): TargetRefusal | null {
    const refused = this.gate.knownRefusal(host, port);
    return refused && { code: codeOfFault(refused), detail: tellFault(refused, 'receiver') };
  }

  override async post(post: WebhookPost, signal: AbortSignal): Promise<SendOutcome> {
    const body = Buffer.from(post.body);
    const url = URL.canParse(post.url) ? new URL(post.url) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol))
      return notSent('The address is not an http or https URL.', 'not_a_url');
    if (url.username !== '' || url.password !== '') {
      return notSent(
        "The URL contains a username or password. Use the channel's authorization instead.",
        'password_in_url',
      );
    }
    if (body.length > mostBodyBytes) {
      return notSent(
        `The message has ${Math.ceil(body.length / 1024)} KiB, which exceeds the limit of 256 KiB.`,
        'too_large',
      );
    }
    const limit = new TimeLimit(this.limitMs, signal);
    try {
      return this.outcomeOf(await this.exchange(post, url, body, limit.signal), secretsOf(post, url));
    } catch (error) {
      const seconds = Math.ceil(this.limitMs / 1000);
      if (limit.isUp) return notSent(`The receiver did not answer within ${seconds} seconds.`, 'too_slow');
      if (signal.aborted) return notSent('The attempt was canceled before the receiver answered.', 'canceled');
      return notSent(tellFault(error, 'receiver'), codeOfFault(error));
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
      detail: tellStatus(status),
      excerpt: isRedirect ? null : excerptOf(beginning.toString(), secrets, isCut),
      retryAfterSeconds: isDelivered ? null : retryAfterSeconds(retryAfter, this.clock.now()),
    };
  }
}

function tellStatus(status: number): string {
  if (status === 410) return 'The receiver answered 410: it is permanently gone.';
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}. Redirects are not followed. Enter the URL that it redirects to.`;
  }
  return `The receiver answered ${status}.`;
}

function notSent(detail: string, code: SendCode): SendOutcome {
  return { verdict: 'retry', statusCode: null, code, detail, excerpt: null, retryAfterSeconds: null };
}
