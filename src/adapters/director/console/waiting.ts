import { type WaitingFor } from '../../../domain/run.js';

const client = { kind: 'client', hint: 'Look whether the client runs and can be reached from the Director.' } as const;
const storage = {
  kind: 'storage',
  hint: 'Look whether the storage runs and can be reached from the Director.',
} as const;
const limits = { kind: 'other', hint: 'It goes on when one of the runs before it ends.' } as const;

/** Letters of Bacula and Bareos for runs that wait, and what helps. */
const reasons: Readonly<Record<string, Omit<WaitingFor, 'params'>>> = {
  F: { code: 'client', ...client, text: 'Waits for its client.' },
  S: { code: 'storage', ...storage, text: 'Waits for its storage.' },
  M: {
    code: 'mount',
    kind: 'media',
    text: 'Waits for a volume to be mounted.',
    hint: 'Mount the volume that the log names.',
  },
  m: {
    code: 'appendable_volume',
    kind: 'media',
    text: 'Waits for a volume it can write to.',
    hint: 'Label a volume in its pool, or free one.',
  },
  s: { code: 'storage_slots', kind: 'storage', text: 'Waits for a free place at its storage.', hint: limits.hint },
  q: { code: 'device', kind: 'device', text: 'Waits for a free device.', hint: limits.hint },
  j: { code: 'same_job', ...limits, text: 'Waits for another run of the same job.' },
  c: { code: 'client_slots', kind: 'client', text: 'Waits for another run of its client.', hint: limits.hint },
  d: { code: 'director_slots', ...limits, text: 'Waits because as many runs as allowed are on their way.' },
  t: {
    code: 'start_time_due',
    kind: 'time',
    text: 'Waits for its time to start.',
    hint: 'Cancel it and run it without a time to start it now.',
  },
  p: { code: 'priority', kind: 'priority', text: 'Waits for runs of higher priority.', hint: limits.hint },
};

/** Why a run with this letter does not go on; null where it does. */
export function waitingForOf(letter: string): WaitingFor | null {
  const reason = reasons[letter];
  return reason ? { ...reason, params: {} } : null;
}
