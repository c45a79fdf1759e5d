import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { type Observable } from 'rxjs';
import { actorOf } from '../../../domain/actor.js';
import { type RequiredCapability, type Principal } from '../../../domain/principal.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { requiredCapabilityKey } from '../../../http/access.decorators.js';
import { type ConsoleRequest } from '../../../http/request-context.js';
import { routeOf } from '../../../http/api-methods.js';
import { redactSecrets } from '../../../platform/logging/log.js';
import { ReadLog } from './read-log.js';
import { whenClosed } from '../../../http/when-closed.js';

/** Parameters that name configured resources. Search texts, folders and files would reveal more about people than about backups. */
const recordedParameters = ['director', 'client', 'job', 'jobids', 'fileset', 'pool', 'owner'];
/** Enough for the job ids of a chain. */
const longestRequest = 500;

/** The methods of reads. POST is for those whose input does not fit into an address. */
const readMethods = ['GET', 'HEAD', 'POST'];

/** Records reads that AUDIT_READS names. A 304 contains no data, and denied requests are recorded elsewhere. */
@Injectable()
export class ReadAuditInterceptor implements NestInterceptor {
  private readonly audited: ReadonlySet<RequiredCapability>;

  constructor(
    private readonly reflector: Reflector,
    private readonly log: ReadLog,
    @Inject(SETTINGS) { auditedReads }: Settings,
  ) {
    this.audited = auditedReads;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.audited.size > 0) this.recordWhenClosed(context);
    return next.handle();
  }

  private recordWhenClosed(context: ExecutionContext): void {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const { principal } = request;
    if (!principal || !readMethods.includes(request.method)) return;
    const places = [context.getHandler(), context.getClass()];
    const needs = this.reflector.getAllAndOverride<RequiredCapability | undefined>(requiredCapabilityKey, places);
    if (needs === undefined || !this.audited.has(needs)) return;
    const response = context.switchToHttp().getResponse<Response>();
    // Also if the caller disconnected: it has read a part.
    whenClosed(response, () => {
      if (response.headersSent && hasRead(request, response.statusCode)) this.record(request, principal);
    });
  }

  private record(request: ConsoleRequest, principal: Principal): void {
    const actor = actorOf(principal, request.requestId);
    this.log.add({ actor, route: routeOf(request), request: requestText(request) });
  }
}

/**
 * A POST that answers 200 reads, unless its handler took the actor to record an action: so a new one is counted without a list of
 * routes. Those that create or start something answer 201 or 202.
 */
function hasRead(request: ConsoleRequest, status: number): boolean {
  return request.method === 'POST' ? status === 200 && request.hasTakenActor !== true : status < 300;
}

function requestText(request: ConsoleRequest): string {
  const url = new URL(request.originalUrl, 'http://console');
  const given = recordedParameters.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = given.map(([name, value]) => `${name}=${value}`).join('&');
  const path = decodedPath(url.pathname);
  return redactSecrets(query === '' ? path : `${path}?${query}`).slice(0, longestRequest);
}

/** Readable if possible. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
