import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Directors } from '../../domain/directors.port.js';
import {
  JobProtections,
  type ProtectedJob,
  gravityOf,
  type ProtectionStatus,
  protectionStatuses,
} from '../../domain/protection.js';
import { type MetricFamily, type MetricSource, mostSeries } from '../../domain/metrics.port.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';

const values: Readonly<Record<ProtectionStatus, number>> = {
  ok: 0,
  warn: 1,
  crit: 2,
  never: 3,
  unknown: 4,
  not_monitored: 5,
};

/** The protection of jobs, decided by the same rule as everywhere else. */
@Injectable()
export class ProtectionMetrics implements MetricSource, OnModuleInit {
  readonly name = 'protection';

  constructor(
    private readonly protections: JobProtections,
    private readonly directors: Directors,
    private readonly sources: MetricSources,
  ) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    const directors = this.directors.all().map(({ name }) => name);
    const jobs = (await this.protections.all(directors)).filter(({ isClientInUse }) => isClientInUse);
    const worstFirst = [...jobs].sort((a, b) => gravityOf(b.protection) - gravityOf(a.protection)).slice(0, mostSeries);
    const leftOut = jobs.length - worstFirst.length;
    return [
      {
        name: 'backup_job_protection_state',
        type: 'gauge',
        leftOut,
        help: 'Protection of the job with its client: 0 ok, 1 warn, 2 crit, 3 never backed up, 4 unknown, 5 not monitored.',
        samples: worstFirst.map((one) => ({ labels: labelsOf(one), value: values[one.protection.status] })),
      },
      {
        name: 'backup_job_protection_age_seconds',
        type: 'gauge',
        leftOut,
        help: 'Time since the last good backup of the job with its client; absent if there was none.',
        samples: worstFirst.flatMap((one) => {
          const { ageSeconds } = one.protection;
          return ageSeconds === null ? [] : [{ labels: labelsOf(one), value: ageSeconds }];
        }),
      },
      {
        name: 'backup_jobs_by_protection',
        type: 'gauge',
        help: 'Number of backup jobs of the Director by protection status.',
        samples: directors.flatMap((director) => countsOf(director, jobs)),
      },
    ];
  }
}

function labelsOf({ director, job, client }: ProtectedJob): Record<string, string> {
  return { director, job, client };
}

/** Also where there is none: a series that is missing is no zero. */
function countsOf(director: string, jobs: readonly ProtectedJob[]): MetricFamily['samples'] {
  const own = jobs.filter((job) => job.director === director);
  return protectionStatuses.map((status) => ({
    labels: { director, status },
    value: own.filter(({ protection }) => protection.status === status).length,
  }));
}
