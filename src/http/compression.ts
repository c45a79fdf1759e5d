import { constants } from 'node:zlib';
import compression from 'compression';
import { type Request, type RequestHandler, type Response } from 'express';

/** Bytes; a shorter answer fits into one packet anyway. */
const threshold = 1024;

/**
 * Never compressed: answers about credentials, streams, downloads, and records with a strong ETag, which names exact bytes. Other
 * responses to GET contain no secret, and other sites cannot request them with a user's cookie, so their compressed length reveals nothing (BREACH).
 * Answers to writes, which may show a new secret once, are not compressed at all.
 */
const neverCompressed = /^\/api\/v1\/(?:auth|tokens|restore\/downloads|operations\/stream)(?:\/|$)/;

export function isCompressible(request: Request, response: Response): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (neverCompressed.test(pathOf(request))) return false;
  const etag = response.getHeader('ETag');
  return etag === undefined || String(etag).startsWith('W/');
}

/** Compresses answers for callers that accept it, by Brotli or gzip. */
export function compressAnswers(): RequestHandler {
  return compression({
    threshold,
    level: 3,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    filter: (request, response) =>
      isCompressible(request, response) && !isStream(response) && compression.filter(request, response),
  });
}

function isStream(response: Response): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}

function pathOf(request: Request): string {
  return request.originalUrl.split('?')[0] ?? '';
}
