import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Histogram, Registry } from 'prom-client';
import { type MetricFamily, type MetricSource } from '../../domain/metrics.port.js';
import { MetricSources, familiesOf } from './registry-families.js';

const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How long requests took, since this process began. */
@Injectable()
export class HttpMetrics implements MetricSource, OnModuleInit {
  readonly name = 'http';
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'backup_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response, without event streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: bounds,
    registers: [this.registry],
  });

  constructor(private readonly sources: MetricSources) {}

  onModuleInit(): void {
    this.sources.add(this);
  }

  /** Register it before the other handlers. */
  readonly handler = (request: Request, response: Response, next: NextFunction): void => {
    const beganMs = performance.now();
    response.once('close', () => {
      // The duration of a stream depends on its client, not on the console.
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return;
      this.durations.observe(labelsOf(request, response), (performance.now() - beganMs) / 1000);
    });
    next();
  };

  async families(): Promise<readonly MetricFamily[]> {
    return (await familiesOf(this.registry)).map((family) => ({ ...family, leftOut: 0 }));
  }
}

/** For any input there are no more values than methods, routes and kinds of responses. */
function labelsOf(request: Request, response: Response): Record<'method' | 'route' | 'status', string> {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return {
    method: knownMethods.has(request.method) ? request.method : 'other',
    route: typeof path === 'string' ? path.replaceAll(/:(\w+)/g, '{$1}') : 'none',
    status: response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted',
  };
}
