import { type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Clock } from '../domain/clock.js';
import { MailSender, WebhookSender } from '../domain/senders.port.js';
import { type Settings } from '../platform/config/settings.js';
import { SETTINGS } from '../platform/config/settings.module.js';
import { SmtpMailSender } from './email/smtp-mail-sender.js';
import { type OwnListeners } from './outgoing/address-rule.js';
import { OutgoingGate } from './outgoing/outgoing-gate.js';
import { HttpWebhookSender } from './webhook/http-webhook-sender.js';

/** What leaves the console besides the talk with Directors: webhooks and mail, behind one gate. */
@Global()
@Module({
  providers: [
    {
      provide: OutgoingGate,
      inject: [SETTINGS, HttpAdapterHost, DataSource],
      useFactory: (settings: Settings, host: HttpAdapterHost, database: DataSource) => {
        const policy = { allow: settings.webhookAllow, deny: settings.webhookDeny };
        const databasePort = settings.databaseUrl === null ? portOf(database) : null;
        return new OutgoingGate(policy, () => listenersOf(host, databasePort));
      },
    },
    {
      provide: WebhookSender,
      inject: [OutgoingGate, Clock],
      useFactory: (gate: OutgoingGate, clock: Clock) => new HttpWebhookSender(gate, clock),
    },
    {
      provide: MailSender,
      inject: [OutgoingGate, SETTINGS],
      useFactory: (gate: OutgoingGate, { ownMailServer }: Settings) => new SmtpMailSender(gate, ownMailServer),
    },
  ],
  exports: [WebhookSender, MailSender],
})
export class SendersModule {}

/** Asked at each connection: the port is known once the console listens, and machines change their addresses. */
function listenersOf({ httpAdapter }: HttpAdapterHost, databasePort: number | null): OwnListeners {
  const address = (httpAdapter.getHttpServer() as Server).address() as AddressInfo | null;
  const interfaces = Object.values(networkInterfaces()).flatMap((known) => known ?? []);
  return {
    ports: new Set([address?.port ?? 0, databasePort ?? 0]),
    addresses: interfaces.map(({ address: text }) => text),
  };
}

/** Of the embedded PostgreSQL. */
function portOf({ options }: DataSource): number | null {
  const url = 'url' in options ? options.url : undefined;
  return typeof url === 'string' && URL.canParse(url) ? Number(new URL(url).port) : null;
}
