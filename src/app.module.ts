import { type DynamicModule, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { SendersModule } from './senders/senders.module.js';
import { StagingModule } from './directors/staging/staging.module.js';
import { ConditionsModule } from './features/conditions/conditions.module.js';
import { ClockModule } from './features/clock/clock.module.js';
import { coveredModules } from './public-api-modules.js';
import { Clock } from './domain/clock.js';
import { DirectorConnector } from './domain/director-connector.port.js';
import { DirectorRegistry } from './domain/director-registry.js';
import { Directors } from './domain/directors.port.js';
import { type Settings } from './config/settings.js';
import { SettingsModule } from './config/settings.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HttpPlatformModule } from './http/http-platform.module.js';
import { LogModule } from './platform/logging/log.js';
import { MetricsPlatformModule } from './platform/metrics/metrics-platform.module.js';
import { InstanceKey, SecretBox } from './platform/security/secret-box.js';
import { DirectorConfigurationModule } from './features/directors/connections/connections.module.js';
import { DirectorConsoleModule } from './features/directors/console/director-console.module.js';
import { EventsModule } from './features/events/events.module.js';
import { SearchIndexModule, MirrorMetricsModule, MirrorModule } from './features/search-index/search-index.module.js';
import { DeliveriesModule } from './features/notifications/deliveries/deliveries.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { MonitoringModule } from './features/monitoring/monitoring.module.js';
import { PagesModule } from './features/pages/pages.module.js';
import { RolesModule } from './features/access/roles/roles.module.js';
import { VolumeMetricsModule } from './features/media/media.module.js';
import { UsersModule } from './features/access/users/users.module.js';

/** What the start-up has made before the application begins. */
export interface AppDeps {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  readonly instanceKey: InstanceKey;
  readonly dataSource: DataSource;
  readonly secretBox: SecretBox;
  readonly directors: DirectorRegistry;
  readonly connector: DirectorConnector;
}

@Module({})
class PartsModule {
  static of(parts: AppDeps): DynamicModule {
    const providers = [
      { provide: Clock, useValue: parts.clock },
      { provide: InstanceKey, useValue: parts.instanceKey },
      { provide: SecretBox, useValue: parts.secretBox },
      { provide: Directors, useValue: parts.directors },
      { provide: DirectorRegistry, useValue: parts.directors },
      { provide: DirectorConnector, useValue: parts.connector },
    ];
    const exports = providers.map(({ provide }) => provide);
    return { module: PartsModule, global: true, providers, exports };
  }
}

/** The only place where features and adapters meet. */
@Module({})
export class AppModule {
  static of(parts: AppDeps): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.of(parts.settings),
        LogModule.of(parts.log),
        PartsModule.of(parts),
        TypeOrmModule.forRootAsync({
          useFactory: () => parts.dataSource.options,
          dataSourceFactory: () => Promise.resolve(parts.dataSource),
        }),
        // With wildcards a listener can subscribe to every type of event.
        EventEmitterModule.forRoot({ wildcard: true }),
        ScheduleModule.forRoot(),
        DatabaseModule,
        ClockModule,
        HttpPlatformModule,
        MetricsPlatformModule,
        SendersModule,
        StagingModule,
        EventsModule,
        ConditionsModule,
        UsersModule,
        RolesModule,
        PagesModule,
        DirectorConfigurationModule,
        DirectorConsoleModule,
        NotificationsModule,
        DeliveriesModule,
        MonitoringModule,
        MirrorMetricsModule,
        VolumeMetricsModule,
        SearchIndexModule,
        MirrorModule,
        ...coveredModules,
      ],
    };
  }
}
