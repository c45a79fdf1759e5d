import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { type Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { CallerCheck } from '../domain/revalidation.js';
import { Clock } from '../domain/clock.js';
import { type FieldError, invalidFields } from '../domain/error-codes.js';
import { idempotencyKeyKey } from './idempotency-key.decorator.js';
import { readJsonBody } from './json-body.js';
import { optionalBodyKey } from './optional-body.decorator.js';
import { type ConsoleRequest } from './request-context.js';

/** No database accepts NUL in a text, and half of a surrogate pair becomes another character when encoded. */
const impossible = /[\0\p{Cs}]/u;

/** An error for each field of a query or body with a text, at any depth, that could not be stored or looked up unchanged. */
function textErrors(fields: Readonly<Record<string, unknown>>): FieldError[] {
  return Object.entries(fields)
    .filter(([, value]) => holdsImpossible(value))
    .map(([field]) => {
      const detail = `${field} contains a NUL character or an unpaired surrogate, which is not allowed`;
      return { field, code: 'invalid_characters', detail };
    });
}

function holdsImpossible(value: unknown): boolean {
  if (typeof value === 'string') return impossible.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => impossible.test(name) || holdsImpossible(member));
}

const bodyLimitKey = 'console:body-limit';
const defaultLimit = 64 * 1024;
/** Of routes that take lists of paths, or certificates. */
export const largeBody = 1024 * 1024;

/** After a body that took longer, the caller is authorized again. */
const slowBodyMs = 1_000;

/** Another limit of the body than 64 KiB, in bytes. */
export function BodyLimit(bytes: number): MethodDecorator {
  return SetMetadata(bodyLimitKey, bytes);
}

/**
 * Reads the body and checks the query after the guards and before the pipes, so that a caller without a credential or capability
 * cannot make the console read or parse anything.
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
    const mayLackBody = this.reflector.get<boolean | undefined>(optionalBodyKey, context.getHandler()) === true;
    const read = this.read(context, request, response, limit).then(() => {
      // The JSON null is a body, and no object.
      if (mayLackBody && request.body === undefined) request.body = {};
    });
    return from(read).pipe(switchMap(() => next.handle()));
  }

  private async read(
    context: ExecutionContext,
    request: ConsoleRequest,
    response: Response,
    limit: number,
  ): Promise<void> {
    await this.receive(request, response, limit);
    const taken = inputsOf(context);
    const takesKey = this.reflector.get<boolean | undefined>(idempotencyKeyKey, context.getHandler()) === true;
    const faults = [
      ...keyErrors(request, takesKey),
      ...queryErrors(request, taken.query),
      ...bodyErrors(request.body, taken.body),
    ];
    if (faults.length > 0) throw invalidFields(faults);
  }

  /** The guard authorized the caller before the body: a slow upload must not outlive the permissions it started with. */
  private async receive(request: ConsoleRequest, response: Response, limit: number): Promise<void> {
    const beganAt = this.clock.now().getTime();
    await readJsonBody(request, response, limit);
    const isSlow = this.clock.now().getTime() - beganAt > slowBodyMs;
    if (isSlow && request.principal) await this.callers.requireStillValid(request.principal);
  }
}

/** Whether the handler takes a body or a query at all, from the metadata that its parameter decorators left. */
function inputsOf(context: ExecutionContext): { readonly body: boolean; readonly query: boolean } {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  const kinds = new Set(Object.keys(args).map((key) => Number(key.split(':')[0])));
  return { body: kinds.has(RouteParamtypes.BODY), query: kinds.has(RouteParamtypes.QUERY) };
}

function keyErrors(request: ConsoleRequest, takesKey: boolean): FieldError[] {
  if (takesKey || request.method !== 'POST' || request.get('idempotency-key') === undefined) return [];
  const detail = 'This operation does not support Idempotency-Key. A retry would repeat it.';
  return [{ field: 'Idempotency-Key', code: 'unknown', detail }];
}

function queryErrors(request: ConsoleRequest, takesQuery: boolean): FieldError[] {
  const entries = Object.entries(request.query);
  const repeated = entries
    .filter(([, value]) => Array.isArray(value))
    .map(([field]): FieldError => ({ field, code: 'repeated', detail: `${field} may be given only once` }));
  return [...repeated, ...unknownNames(Object.keys(request.query), takesQuery), ...textErrors(request.query)];
}

function bodyErrors(body: unknown, takesBody: boolean): FieldError[] {
  if (typeof body !== 'object' || body === null) return [];
  return [...unknownNames(Object.keys(body), takesBody), ...textErrors({ ...body })];
}

/** Names that no field can have, such as `constructor`: where input is taken the pipes, which name the rest, do not see them. */
function unknownNames(names: readonly string[], areChecked: boolean): FieldError[] {
  return names.filter((name) => !areChecked || name in Object.prototype).map(unknown);
}

function unknown(field: string): FieldError {
  return { field, code: 'unknown', detail: `${field} is not an accepted field or parameter` };
}
