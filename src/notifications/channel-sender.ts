import { type Channel } from '../domain/channel.js';
import { type Notice, type SendOutcome } from '../domain/notice.js';

/** Puts a notice into the words of a channel's receiver and sends it once. Never throws for what the other side does. */
export abstract class ChannelSender {
  abstract send(channel: Channel, notice: Notice, signal: AbortSignal): Promise<SendOutcome>;
}
