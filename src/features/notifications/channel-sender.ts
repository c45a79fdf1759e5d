import { type Channel } from '../../domain/channel.js';
import { type Notice, type RecipientOutcome, type SendOutcome } from '../../domain/notification.js';

/** Puts a notice into the words of a channel's receiver and sends it once. Never throws for what the other side does. */
export abstract class ChannelSender {
  /** `earlier`: what a mail server answered for recipients on earlier tries of this notice. */
  abstract send(
    channel: Channel,
    notice: Notice,
    signal: AbortSignal,
    earlier?: readonly RecipientOutcome[],
  ): Promise<SendOutcome>;
}
