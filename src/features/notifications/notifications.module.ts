import { Module } from '@nestjs/common';
import { ChannelChanges, ChannelsService } from './channels/channels.service.js';
import { ChannelReaches } from './channels/channel-reachability.repository.js';
import { ChannelTests } from './channels/channel-tests.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { NotificationChannelsRepository } from './channels/channels.repository.js';
import { ActiveChannels } from './channels/active-channels.js';
import { NotificationSender } from './notification-sender.js';

/** Notification channels, subscriptions and deliveries. An internal group of routes, outside the stable API document. */
@Module({
  controllers: [ChannelsController],
  providers: [
    NotificationChannelsRepository,
    ChannelChanges,
    ChannelReaches,
    ChannelsService,
    ChannelTests,
    ActiveChannels,
    NotificationSender,
  ],
  exports: [ActiveChannels, NotificationSender],
})
export class NotificationsModule {}
