import { type Channel } from '../../../src/domain/channel.js';
import { type Notification, type RecipientOutcome, type SendOutcome } from '../../../src/domain/notification.js';
import { NotificationSender } from '../../../src/features/notifications/notification-sender.js';
import { ActiveChannels } from '../../../src/features/notifications/channels/active-channels.js';
import { type ChannelChanges } from '../../../src/features/notifications/channels/channels.service.js';

/** Channels that stand nowhere but here. */
export class FakeChannels extends ActiveChannels {
  channels: Channel[] = [];

  constructor() {
    const unused = {} as never;
    const changes = { onChange: () => () => undefined } as unknown as ChannelChanges;
    super(unused, changes, unused, unused, unused, unused);
  }

  override all(): Promise<readonly Channel[]> {
    return Promise.resolve([...this.channels]);
  }

  override find(id: string): Promise<Channel | null> {
    return Promise.resolve(this.channels.find((channel) => channel.id === id) ?? null);
  }

  override disable(_: unknown, id: string): Promise<void> {
    this.change(id, { disabledAt: new Date('2026-11-20T21:00:00.000Z') });
    return Promise.resolve();
  }

  override markFailing(_: unknown, id: string, since: Date | null): Promise<boolean> {
    const before = this.channels.find((channel) => channel.id === id)?.failingSince ?? null;
    this.change(id, { failingSince: since });
    return Promise.resolve((before === null) !== (since === null));
  }

  override onChange(): () => void {
    return () => undefined;
  }

  change(id: string, members: Partial<Channel>): void {
    this.channels = this.channels.map((channel) => (channel.id === id ? { ...channel, ...members } : channel));
  }
}

export const arrives: SendOutcome = {
  verdict: 'delivered',
  statusCode: 204,
  detail: 'The receiver answered 204.',
  excerpt: null,
  retryAfterSeconds: null,
};

export function refuses(statusCode: number, retryAfterSeconds: number | null = null): SendOutcome {
  const verdict = statusCode === 410 ? 'gone' : 'retry';
  const detail = `The receiver answered ${statusCode}.`;
  return { verdict, statusCode, detail, excerpt: 'what it said', retryAfterSeconds };
}

export interface Sent {
  readonly channel: string;
  readonly notice: Notification;
  readonly earlier: readonly RecipientOutcome[];
}

/** Does with each notice what the test says, and remembers all of them. */
export class ScriptedSender extends NotificationSender {
  readonly sent: Sent[] = [];
  answer: (sent: Sent, signal: AbortSignal) => SendOutcome | Promise<SendOutcome> = () => arrives;

  constructor() {
    const unused = {} as never;
    super(unused, unused, unused, unused, unused);
  }

  override async send(
    channel: Channel,
    notice: Notification,
    signal: AbortSignal,
    earlier: readonly RecipientOutcome[] = [],
  ): Promise<SendOutcome> {
    const sent = { channel: channel.name, notice, earlier };
    this.sent.push(sent);
    return this.answer(sent, signal);
  }
}
