import { type WaitingFor } from '../../domain/run.js';

const client = { kind: 'client', hint: 'Check that the client is running and reachable from the Director.' } as const;
const storage = {
  kind: 'storage',
  hint: 'Check that the storage is running and reachable from the Director.',
} as const;
const limits = { kind: 'other', hint: 'The run continues when an earlier run ends.' } as const;

/** Letters of Bacula and Bareos for runs that wait, and what helps. */
const reasons: Readonly<Record<string, Omit<WaitingFor, 'params'>>> = {
  F: { code: 'client', ...client, text: 'Waiting for its client.' },
  S: { code: 'storage', ...storage, text: 'Waiting for its storage.' },
  M: {
    code: 'mount',
    kind: 'media',
    text: 'Waiting for a volume to be mounted.',
    hint: 'Mount the volume named in the log.',
  },
  m: {
    code: 'appendable_volume',
    kind: 'media',
    text: 'Waiting for an appendable volume.',
    hint: 'Label a volume in its pool, or free one.',
  },
  s: { code: 'storage_slots', kind: 'storage', text: 'Waiting for a free job slot on its storage.', hint: limits.hint },
  q: { code: 'device', kind: 'device', text: 'Waiting for a free device.', hint: limits.hint },
  j: { code: 'same_job', ...limits, text: 'Waiting for another run of the same job.' },
  c: { code: 'client_slots', kind: 'client', text: 'Waiting for another job on its client.', hint: limits.hint },
  d: { code: 'director_slots', ...limits, text: 'Waiting because the maximum number of concurrent runs is reached.' },
  t: {
    code: 'start_time_due',
    kind: 'time',
    text: 'Waiting for its start time.',
    hint: 'To start it now, cancel it and run it again without a start time.',
  },
  p: { code: 'priority', kind: 'priority', text: 'Waiting for runs with higher priority.', hint: limits.hint },
};

/** Why a run with this letter does not go on; null where it does. */
export function waitingForOf(letter: string): WaitingFor | null {
  const reason = reasons[letter];
  return reason ? { ...reason, params: {} } : null;
}
