import { catalogue, plural } from '../words/words';

export const protectionWords = catalogue(
  {
    states: {
      ok: 'protected',
      warn: 'overdue',
      crit: 'critically overdue',
      never: 'never backed up',
      unknown: 'not known yet',
      not_monitored: 'not monitored',
    },
    /** Of a client with several jobs: how many of them it is about. */
    ofJobs: (part: number, all: number) => `${part} of ${plural('en', all, 'job', 'jobs')}`,
    bases: {
      job: 'set for this job',
      client: 'set for its client',
      schedule: 'from its schedule',
      global: 'the default for all',
    },
    limits: (warn: string, crit: string) => `Overdue after ${warn}, critical after ${crit}.`,
  },
  {
    states: {
      ok: 'gesichert',
      warn: 'überfällig',
      crit: 'kritisch überfällig',
      never: 'nie gesichert',
      unknown: 'noch nicht bekannt',
      not_monitored: 'nicht überwacht',
    },
    ofJobs: (part, all) => `${part} von ${plural('de', all, 'Job', 'Jobs')}`,
    bases: {
      job: 'für diesen Job gesetzt',
      client: 'für seinen Client gesetzt',
      schedule: 'aus seinem Zeitplan',
      global: 'die Vorgabe für alle',
    },
    limits: (warn, crit) => `Überfällig nach ${warn}, kritisch nach ${crit}.`,
  },
);
