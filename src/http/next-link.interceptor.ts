import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type ConsoleRequest } from './request-context.js';

/** Characters; servers and proxies in between limit the head of an answer to 4 or 8 KiB. `nextCursor` is in the body in any case. */
const longestAddress = 2_000;

/** Names the next page of a list in `Link`, as RFC 8288 has it. */
@Injectable()
export class NextLinkInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((body: unknown) => {
        const link = nextLinkOf(http.getRequest<ConsoleRequest>().originalUrl, body);
        if (link !== null) http.getResponse<Response>().setHeader('Link', link);
        return body;
      }),
    );
  }
}

/** The header for a page at this address; null where it is the last one, or no page. */
export function nextLinkOf(address: string, body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { nextCursor } = body as { nextCursor?: unknown };
  if (typeof nextCursor !== 'string') return null;
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', nextCursor);
  const next = `${path}?${parameters.toString()}`;
  return next.length > longestAddress ? null : `<${next}>; rel="next"`;
}
