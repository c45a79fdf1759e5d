import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { json, type Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { CallerCheck } from '../../domain/caller-check.js';
import { Clock } from '../../domain/clock.js';
import { type FieldFault, Refusal } from '../../domain/refusals.js';
import { type ConsoleRequest } from './request-context.js';

const bodyLimitKey = 'console:body-limit';
const defaultLimit = 1024 * 1024;
/** No body of ours has more than a few levels; what checks them would run out of stack on thousands. */
const deepestBody = 32;

/** A body that took longer is acted on only after another look at its caller. */
const slowBodyMs = 1_000;

/** A smaller limit of the body, in bytes. */
export function BodyLimit(bytes: number): MethodDecorator {
  return SetMetadata(bodyLimitKey, bytes);
}

/**
 * Reads the body and looks at the query after the guards and before the pipes, so that nobody without a credential or
 * capability can make the console read or parse anything.
 */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallerCheck,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const limit = this.reflector.get<number | undefined>(bodyLimitKey, context.getHandler()) ?? defaultLimit;
    return from(this.read(context, request, response, limit)).pipe(switchMap(() => next.handle()));
  }

  private async read(
    context: ExecutionContext,
    request: ConsoleRequest,
    response: Response,
    limit: number,
  ): Promise<void> {
    await this.receive(request, response, limit);
    const taken = inputsOf(context);
    const faults = [...queryFaults(request, taken.query), ...bodyFaults(request.body, taken.body)];
    if (faults.length > 0) {
      throw new Refusal('validation_failed', faults.map((fault) => fault.detail).join('; '), { errors: faults });
    }
  }

  /** The guard has let the caller in before the body: one that trickles in must not outlast what was granted then. */
  private async receive(request: ConsoleRequest, response: Response, limit: number): Promise<void> {
    const beganAt = this.clock.now().getTime();
    await readBody(request, response, limit);
    const isSlow = this.clock.now().getTime() - beganAt > slowBodyMs;
    if (isSlow && request.principal) await this.callers.requireStillValid(request.principal);
  }
}

function hasBody(request: ConsoleRequest): boolean {
  const length = request.get('content-length');
  return request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}

async function readBody(request: ConsoleRequest, response: Response, limit: number): Promise<void> {
  request.body = undefined;
  if (!hasBody(request)) return;
  if (request.is('application/json') !== 'application/json') {
    throw new Refusal('unsupported_media_type', 'A body must be sent as Content-Type: application/json.');
  }
  if (Number(request.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  await parseBody(request, response, limit);
  if (isDeeperThan(request.body, deepestBody)) {
    throw new Refusal('validation_failed', `The body is nested more than ${deepestBody} levels deep.`);
  }
}

async function parseBody(request: ConsoleRequest, response: Response, limit: number): Promise<void> {
  const parse = json({ limit, strict: false, inflate: false });
  await new Promise<void>((resolve, reject) => {
    // The parser tells of too large a body only when it has taken in all of it, however much that is.
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(tooLarge(limit));
    });
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(refusalOfParser(error, limit));
    });
  });
}

function tooLarge(limit: number): Refusal {
  return new Refusal('body_too_large', `The body is larger than ${limit} bytes.`);
}

/** Level by level instead of by recursion, for which a hostile body is too deep. */
function isDeeperThan(body: unknown, levels: number): boolean {
  let level = [body].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refusalOfParser(error: unknown, limit: number): Error {
  const { type } = error as { type?: string };
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limit);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new Refusal('unsupported_media_type', 'A body must be UTF-8 and not compressed.');
    case 'request.aborted':
    case 'request.size.invalid':
    case 'entity.parse.failed':
      return new Refusal('malformed_json', 'The body is not well-formed JSON.');
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/** Whether the handler takes a body or a query at all, from the metadata that its parameter decorators left. */
function inputsOf(context: ExecutionContext): { readonly body: boolean; readonly query: boolean } {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  const kinds = new Set(Object.keys(args).map((key) => Number(key.split(':')[0])));
  return { body: kinds.has(RouteParamtypes.BODY), query: kinds.has(RouteParamtypes.QUERY) };
}

function queryFaults(request: ConsoleRequest, takesQuery: boolean): FieldFault[] {
  const entries = Object.entries(request.query);
  const repeated = entries
    .filter(([, value]) => Array.isArray(value))
    .map(([field]) => ({ field, code: 'repeated', detail: `${field} may be given only once` }));
  return [...repeated, ...unknownNames(Object.keys(request.query), takesQuery)];
}

function bodyFaults(body: unknown, takesBody: boolean): FieldFault[] {
  return typeof body === 'object' && body !== null ? unknownNames(Object.keys(body), takesBody) : [];
}

/** Names that no field can have, such as `constructor`: where input is taken the pipes, which name the rest, do not see them. */
function unknownNames(names: readonly string[], areChecked: boolean): FieldFault[] {
  return names.filter((name) => !areChecked || name in Object.prototype).map(unknown);
}

function unknown(field: string): FieldFault {
  return { field, code: 'unknown', detail: `${field} is not known here` };
}
