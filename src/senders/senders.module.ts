import { type Server } from 'node:net';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Clock } from '../domain/clock.js';
import { MailSender, WebhookSender } from '../domain/senders.port.js';
import { type Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.module.js';
import { SmtpMailSender } from './email/smtp-mail-sender.js';
import { SsrfGuard, ownListeners, portOf } from '../platform/ssrf-guard/ssrf-guard.js';
import { HttpWebhookSender } from './webhook/http-webhook-sender.js';

/** What leaves the console besides the talk with Directors: webhooks and mail, behind one gate. That of Directors has its own policy. */
@Global()
@Module({
  providers: [
    {
      provide: SsrfGuard,
      inject: [SETTINGS, HttpAdapterHost, DataSource],
      useFactory: (settings: Settings, host: HttpAdapterHost, database: DataSource) => {
        const policy = { allow: settings.webhookAllow, deny: settings.webhookDeny };
        const databasePort = settings.databaseUrl === null ? databasePortOf(database) : null;
        const httpPort = (): number | null => portOf(host.httpAdapter.getHttpServer() as Server);
        return new SsrfGuard(policy, () => ownListeners([httpPort(), databasePort]));
      },
    },
    {
      provide: WebhookSender,
      inject: [SsrfGuard, Clock],
      useFactory: (gate: SsrfGuard, clock: Clock) => new HttpWebhookSender(gate, clock),
    },
    {
      provide: MailSender,
      inject: [SsrfGuard, SETTINGS],
      useFactory: (gate: SsrfGuard, { ownMailServer }: Settings) => new SmtpMailSender(gate, ownMailServer),
    },
  ],
  exports: [WebhookSender, MailSender],
})
export class SendersModule {}

/** Of the embedded PostgreSQL. */
function databasePortOf({ options }: DataSource): number | null {
  const url = 'url' in options ? options.url : undefined;
  return typeof url === 'string' && URL.canParse(url) ? Number(new URL(url).port) : null;
}
