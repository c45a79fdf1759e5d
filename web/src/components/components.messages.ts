import { catalogue, plural } from '../i18n/messages';

export const protectionWords = catalogue(
  {
    states: {
      ok: 'Protected',
      warn: 'Overdue',
      crit: 'Critically overdue',
      never: 'Never backed up',
      unknown: 'Not known yet',
      not_monitored: 'Not monitored',
    },
    /** Of a client with several jobs: how many of them it is about. */
    ofJobs: (part: number, all: number) => `${part} of ${plural('en', all, 'job', 'jobs')}`,
    bases: {
      job: 'this job',
      client: 'its client',
      schedule: 'its schedule',
      global: 'thresholds for all clients',
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
      global: 'Schwellen aller Clients',
    },
    limits: (warn, crit) => `Überfällig nach ${warn}, kritisch nach ${crit}.`,
  },
);
