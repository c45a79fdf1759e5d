import { type Type } from '@nestjs/common';
import {
  AuthFailuresData,
  ChannelFailingData,
  ChannelRecoveredData,
  DirectorRecoveredData,
  DirectorUnreachableData,
  PoolFillingData,
  PoolRecoveredData,
  RunResumedData,
  RunWaitingData,
  StorageErrorData,
  StorageRecoveredData,
} from '../features/conditions/condition-events.dto.js';
import { type EventType } from '../domain/event.js';
import { EventEnvelopeRecord } from '../features/events/event-record.dto.js';
import { ClientSilenceData, JobOverdueData } from '../features/monitoring/overdue-events.dto.js';
import { NoticeData } from '../features/notifications/formats/standard.dto.js';
import { type DocumentedEvent } from '../http/openapi/webhooks.js';
import { CompletedRunData } from '../features/runs/sync/run-end-event.dto.js';
import { MissedStartData } from '../features/stats/schedule-monitor/missed-event.dto.js';
import { TokenEventData } from '../features/access/tokens/tokens.dto.js';

type Words = readonly [data: Type | readonly Type[], summary: string, description: string];

/** Every message that a webhook of the format `standard` gets: events, and tests of the channel. */
const messagesOf: Readonly<Record<EventType | 'test', Words>> = {
  'job.completed.ok': [
    CompletedRunData,
    'A run succeeded',
    'Of any job type. Resolves the incident that failures of the job opened.',
  ],
  'job.completed.warning': [
    CompletedRunData,
    'A run ended with warnings',
    'It succeeded, but reported warnings or errors.',
  ],
  'job.completed.error': [
    CompletedRunData,
    'A run failed',
    'It failed, disappeared from the catalog, or was canceled by a time limit of its Director. No event is sent for a run that a user canceled.',
  ],
  'job.missed': [
    MissedStartData,
    'A scheduled start was missed',
    'No run started within an hour of its scheduled start.',
  ],
  'run.waiting': [
    RunWaitingData,
    'A run is waiting for an operator',
    'It has been waiting for five minutes for a medium, a mount or an operator.',
  ],
  'run.resumed': [RunResumedData, 'A waiting run continued', 'The run continues or has ended: see `cause`.'],
  'client.silence.warn': [
    ClientSilenceData,
    'A client is overdue',
    'It has had no good backup for longer than its warning threshold.',
  ],
  'client.silence.crit': [
    ClientSilenceData,
    'A client is critically overdue',
    'It has had no good backup for longer than its critical threshold.',
  ],
  'client.silence.ok': [
    ClientSilenceData,
    'A client is no longer overdue',
    'It has a good backup again, or another reason applies: see `cause`.',
  ],
  'job.overdue.warn': [
    JobOverdueData,
    'A job is overdue',
    'It has had no good backup for longer than its warning threshold, or never had one although it was due.',
  ],
  'job.overdue.crit': [
    JobOverdueData,
    'A job is critically overdue',
    'It has had no good backup for longer than its critical threshold.',
  ],
  'job.overdue.ok': [
    JobOverdueData,
    'A job is no longer overdue',
    'It has a good backup again, or another reason applies: see `cause`.',
  ],
  'director.unreachable': [
    DirectorUnreachableData,
    'A Director is unreachable',
    'Three consecutive checks failed over at least a minute.',
  ],
  'director.recovered': [
    DirectorRecoveredData,
    'A Director is reachable again',
    'Two consecutive checks succeeded, or it was removed.',
  ],
  'storage.error': [
    StorageErrorData,
    'A storage has errors',
    'It does not respond, its disk is missing, or a volume is in error.',
  ],
  'storage.filling': [
    PoolFillingData,
    'A pool is filling up',
    'It is forecast to be full within seven days, or less than a tenth of its disk is free.',
  ],
  'storage.ok': [
    [StorageRecoveredData, PoolRecoveredData],
    'A storage or pool recovered',
    'The storage works again, or the pool has enough space again.',
  ],
  'channel.failing': [
    ChannelFailingData,
    'A channel is failing',
    'It does not reach its receiver, or the receiver is gone.',
  ],
  'channel.recovered': [
    ChannelRecoveredData,
    'A channel recovered',
    'It reaches its receiver again, was resumed or removed.',
  ],
  'auth.failures': [
    AuthFailuresData,
    'Many logins failed',
    '20 logins for one account or from one address failed within ten minutes.',
  ],
  'api_token.create': [TokenEventData, 'An API token was created', 'With its owner and the user who created it.'],
  'api_token.revoke': [TokenEventData, 'An API token was revoked', 'With its owner and the user who revoked it.'],
  test: [NoticeData, 'A user tests the channel', 'No event happened. Respond to it as to any other event.'],
};

export const documentedEvents: readonly DocumentedEvent[] = Object.entries(messagesOf).map(
  ([type, [data, summary, description]]) => ({
    type,
    summary,
    description,
    envelope: EventEnvelopeRecord,
    data: [data].flat() as Type[],
  }),
);
