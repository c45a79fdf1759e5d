import { Module } from '@nestjs/common';
import { ChannelChanges, ChannelsService } from './channels/channels.service.js';
import { ChannelReaches } from './channels/channel-reachability.repository.js';
import { ChannelTests } from './channels/channel-tests.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { NotificationChannelsRepository } from './channels/channels.repository.js';
import { ActiveChannels, Channels } from './channels/active-channels.js';
import { ChannelSender, NotificationSender } from './notification-sender.js';

/** Who is told of what, and by which way. An internal group, apart from what the document covers. */
@Module({
  controllers: [ChannelsController],
  providers: [
    NotificationChannelsRepository,
    ChannelChanges,
    ChannelReaches,
    ChannelsService,
    ChannelTests,
    { provide: Channels, useClass: ActiveChannels },
    { provide: ChannelSender, useClass: NotificationSender },
  ],
  exports: [Channels, ChannelSender],
})
export class NotificationsModule {}
