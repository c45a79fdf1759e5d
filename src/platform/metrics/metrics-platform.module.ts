import { Global, Module, Injectable, type OnModuleInit } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { HttpMetrics } from './http-metrics.js';
import { MetricSources, familiesOf } from './registry-families.js';
import { type MetricFamily, type MetricSource } from '../../domain/metrics.port.js';

/** Gauges that the library names like counters, and their totals: the open resources have the same data. */
const misnamed = /^nodejs_active_(handles|requests|resources_total)/;

const measuredLag = /^nodejs_eventloop_lag_[a-z0-9]+_seconds$/;

/** The process itself: memory, processor, event loop, and which version it is. */
@Injectable()
class ProcessMetrics implements MetricSource, OnModuleInit {
  readonly name = 'process';
  /** Created at the first scrape: a console without monitoring does not measure itself. */
  private registry: Registry | null = null;

  constructor(private readonly sources: MetricSources) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  async families(): Promise<readonly MetricFamily[]> {
    if (this.registry === null) {
      this.registry = new Registry();
      collectDefaultMetrics({ register: this.registry });
    }
    const families = await familiesOf(this.registry);
    return [buildInfo(), ...withoutUnmeasured(families.filter(({ name }) => !misnamed.test(name)))];
  }
}

/** Before the first measurement of the event loop the library returns NaN for the mean, and an infinite minimum. */
function withoutUnmeasured(families: readonly MetricFamily[]): MetricFamily[] {
  const mean = families.find(({ name }) => name === 'nodejs_eventloop_lag_mean_seconds')?.samples[0]?.value;
  if (Number.isFinite(mean)) return [...families];
  return families.map((family) => (measuredLag.test(family.name) ? { ...family, samples: [] } : family));
}

function buildInfo(): MetricFamily {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const samples = [{ labels: { version, node: process.version }, value: 1 }];
  return { name: 'backup_build_info', help: 'Always 1. The labels show the version.', type: 'gauge', samples };
}

/** The registry of all metrics, and those that belong to no feature. */
@Global()
@Module({ providers: [MetricSources, HttpMetrics, ProcessMetrics], exports: [MetricSources, HttpMetrics] })
export class MetricsPlatformModule {}
