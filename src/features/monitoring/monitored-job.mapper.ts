import { protectionOf } from '../../domain/protection.js';
import { etagOf } from '../../http/conditional.interceptor.js';
import { type MonitoredJobState } from './monitored-job-state.js';
import { type MonitoredJob } from './monitored-jobs.dto.js';

export function monitoredJobOf(known: MonitoredJobState, now: Date): MonitoredJob {
  const { director, job, client, fileset, inSchedule, facts, own, settingsAt } = known;
  const [name, at] = [encodeURIComponent(job), encodeURIComponent(director)];
  return {
    name: job,
    director,
    client,
    fileset,
    inSchedule,
    protection: protectionOf(facts, now),
    firstSeenAt: facts.firstSeenAt,
    warnSeconds: own.warnSeconds,
    critSeconds: own.critSeconds,
    intervalSeconds: facts.intervalSeconds,
    updatedAt: settingsAt,
    links: {
      job: `/api/v1/operations/jobs?name=${name}&director=${at}`,
      runs: `/api/v1/operations/runs?job=${name}&director=${at}`,
    },
  };
}

/** Of the job's own settings only. */
export function jobSettingsTag(
  job: Pick<MonitoredJob, 'name' | 'director' | 'warnSeconds' | 'critSeconds' | 'updatedAt'>,
): string {
  const { name, director, warnSeconds, critSeconds, updatedAt } = job;
  return etagOf({ name, director, warnSeconds, critSeconds, updatedAt });
}
