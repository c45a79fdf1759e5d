import { Webhook } from 'standardwebhooks';
import { SystemClock } from '../../src/platform/system-clock.js';
import { AccessApp } from './access-app.js';
import { adminCookie, type Answer, call } from './access-calls.js';
import { MailReceiver } from './mail-receiver.js';
import { WebhookReceiver } from './webhook-receiver.js';

export const channelsPath = '/api/v1/admin/notifications/channels';

/** A console and what its channels lead to, asked by an admin; remembers what it answered. */
export class ChannelScene {
  /** All of it, but for the secrets that are shown once where they are made. */
  readonly answered: string[] = [];

  private constructor(
    readonly app: AccessApp,
    readonly admin: string,
    readonly receiver: WebhookReceiver,
    readonly mailbox: MailReceiver,
  ) {}

  static async start(): Promise<ChannelScene> {
    const app = await AccessApp.start({ WEBHOOK_ALLOW: '127.0.0.1/32' });
    // Receivers refuse what was signed long ago.
    app.clock.advance((new SystemClock().now().getTime() - app.clock.now().getTime()) / 1000);
    return new ChannelScene(app, await adminCookie(app), await WebhookReceiver.start(), await MailReceiver.start());
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.receiver.close();
    await this.mailbox.close();
  }

  async ask(method: string, at: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const given = { cookie: this.admin, ...(body ? { body } : {}), headers };
    const answer = await call(this.app, method, `${channelsPath}${at}`, given);
    const showsSecret = method === 'POST' && /^$|\/secrets\/rotate$/.test(at);
    this.answered.push(showsSecret ? answer.text.replace(/"signingSecret":"[^"]+"/, '') : answer.text);
    return answer;
  }

  /** A webhook to the receiver; answers its id. */
  async add(members: object, path = '/'): Promise<string> {
    const added = await this.ask('POST', '', { kind: 'webhook', url: `${this.receiver.url}${path}`, ...members });
    if (added.status !== 201) throw new Error(`The channel was not added: ${added.text}`);
    return String(added.body['id']);
  }

  /** A test by somebody who may hang up. */
  testUntil(signal: AbortSignal, body: object): Promise<unknown> {
    const headers = { cookie: this.admin, 'content-type': 'application/json' };
    return fetch(`${this.app.url}${channelsPath}/test`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    });
  }

  /** The newest post, checked as its receiver would; throws where it was not signed by this secret. */
  verified(secret: string): unknown {
    const newest = this.receiver.requests.at(-1);
    return new Webhook(secret).verify(newest?.body ?? '', newest?.headers as Record<string, string>);
  }
}
