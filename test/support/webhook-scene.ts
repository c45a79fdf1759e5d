import { type LookupAddress } from 'node:dns';
import { type Resolve } from '../../src/adapters/outgoing/name-lookups.js';
import { OutgoingGate } from '../../src/adapters/outgoing/outgoing-gate.js';
import { HttpWebhookSender } from '../../src/adapters/webhook/http-webhook-sender.js';
import { type SendOutcome } from '../../src/domain/notice.js';
import { type WebhookPost } from '../../src/domain/senders.port.js';
import { FakeClock } from './fake-clock.js';
import { makeCertificates } from './peer-certificates.js';
import { WebhookReceiver } from './webhook-receiver.js';

export const secretPath = '/services/T0PSECRET/hook?sig=s1gnature%20of%20ours';
export const never = new AbortController().signal;
export const sentHeaders = {
  'content-type': 'application/json',
  authorization: 'Bearer t0ken-of-the-receiver',
  'webhook-signature': 'v1,c2lnbmF0dXJlIG9mIHRoZSBib2R5',
};
export const sentBody = '{"routing_key":"r0utingkey0123456789","text":"hello"}';

export interface SenderChoices {
  /** WEBHOOK_ALLOW; by default 127.0.0.1 alone. */
  readonly allow?: string[];
  readonly resolve?: Resolve;
  readonly limitMs?: number;
  readonly bodyLimitMs?: number;
  /** Whether it knows the authority of the test's certificates. */
  readonly trusts?: boolean;
}

/** A receiver, a sender that may reach it, and what a test opens besides; closed together. */
export class WebhookScene {
  readonly certificates = makeCertificates();
  readonly sender = this.makeSender();
  private readonly senders: HttpWebhookSender[] = [this.sender];
  private readonly servers: { close(): Promise<void> }[] = [];

  private constructor(readonly receiver: WebhookReceiver) {}

  static async start(): Promise<WebhookScene> {
    return new WebhookScene(await WebhookReceiver.start());
  }

  /** One with connections of its own. */
  anotherSender(choices: SenderChoices = {}): HttpWebhookSender {
    const sender = this.makeSender(choices);
    this.senders.push(sender);
    return sender;
  }

  async open<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const server = await starting;
    this.servers.push(server);
    return server;
  }

  post(changes: Partial<WebhookPost> = {}): WebhookPost {
    return { url: `${this.receiver.url}${secretPath}`, headers: sentHeaders, body: sentBody, ...changes };
  }

  send(url = `${this.receiver.url}${secretPath}`, sender = this.sender): Promise<SendOutcome> {
    return sender.post(this.post({ url }), never);
  }

  /** For the next test. */
  reset(): void {
    this.receiver.answerWith({ status: 204 });
    this.receiver.requests.length = 0;
  }

  async close(): Promise<void> {
    for (const sender of this.senders) sender.onApplicationShutdown();
    await Promise.all([this.receiver, ...this.servers].map((server) => server.close()));
  }

  private makeSender({
    allow = ['127.0.0.1/32'],
    resolve,
    limitMs = 10_000,
    bodyLimitMs = 2_000,
    trusts = true,
  }: SenderChoices = {}) {
    const own = { ports: new Set<number>(), addresses: [] };
    const gate = new OutgoingGate({ allow, deny: [] }, () => own, resolve);
    const authorities = trusts ? { authorities: this.certificates.ca } : {};
    return new HttpWebhookSender(gate, new FakeClock(), { limitMs, bodyLimitMs, ...authorities });
  }
}

/** A resolver that gives one list after the other, and the last from then on. */
export function answers(...lists: string[][]): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve = (host: string): Promise<LookupAddress[]> => {
    asked.push(host);
    const list = lists[Math.min(asked.length, lists.length) - 1] ?? [];
    return Promise.resolve(list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  return Object.assign(resolve, { asked });
}
