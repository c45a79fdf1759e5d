import { type INestApplication, type Type, Module } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { applyRules } from './document-rules.js';
import { addExamples, type WrittenExamples } from './examples.js';
import { normalise } from './normalize.js';
import { addWebhooks, type DocumentedEvent } from './webhooks.js';
import { OpenapiController } from './openapi.controller.js';

/** `info.description`: what a developer needs before the first request, in Markdown. */
const introduction = `Run backups, find files in them and restore them. Everything that the web console can do is available through this API.

## Authentication

Send one of:

- \`Authorization: Bearer svct_…\`: an API token, for scripts. Create one in the web console (Administration, Tokens) or with \`POST /tokens\`. It has the role of its creator at the time of its creation. Later changes to the user or the role do not affect it. Revoking it takes effect on the next request.
- \`Cookie: backupweb_session=…\`: a browser session, created by \`POST /auth/login\`. It ends when idle or after its maximum age.

If both are sent, the token takes precedence. Operations with \`x-session-only\` reject tokens with 403 \`session_required\`. \`x-required-capability\` names the capability that the caller's role must include. Write requests with a session cookie must come from the console's own origin. The API sends no CORS headers.

A request with the header \`X-Background: 1\` does not extend a session. Use it for polls that a user did not trigger.

## Directors

A console can have several Directors. An operation without \`director\` uses the default one. Many lists, health and statistics also accept \`director=*\` for all Directors. Names of jobs, clients and volumes are unique within a Director only. \`director\` and \`uniqueName\` identify a run permanently; job ids can be reused after a catalog is recreated.

## Input

Bodies are JSON objects in UTF-8 (\`Content-Type: application/json\`). Unknown body fields, unknown query parameters and repeated parameters are rejected with 400. Lists in a query are separated by commas and mean "or". Names match exactly, unless the parameter is documented otherwise. Encode a name in a path as one segment: \`Home%2FDocs\`.

Times have a date, a time and a time zone (RFC 3339); responses use UTC. Sizes are integers in bytes, durations integers in seconds. All integers are at most 2^53 − 1, so JavaScript reads them exactly; use 64-bit integers elsewhere.

File names are bytes. If \`lossy\` is true, \`path\` does not show them exactly: send the \`ref\` of the entry instead.

## Lists

A list returns \`items\` and \`nextCursor\`. Send \`nextCursor\` as \`cursor\`, with the same other parameters, to get the next page; it is null on the last page. \`limit\` can change between pages. \`count=true\` adds \`total\`; counting stops at a limit, and \`exact\` is false in that case. A cursor is opaque and works only for the list that it came from.

## Idempotency

Starting a run or a restore, and applying a change of a configuration, accept \`Idempotency-Key\`. A retry with the same key and the same body within 24 hours returns the first response, with \`Idempotency-Replayed: true\`, and starts nothing. The same key with another body is 422 \`idempotency_key_reused\`. While the first request is in progress, a retry is 409 \`idempotency_in_flight\`. If the console cannot find out whether the run was started, the response is 409 \`idempotency_outcome_unknown\`, and the run is not started again.

## Polling

Operations that can return 304 send an \`ETag\`. Send it as \`If-None-Match\`. Values that change on their own, such as ages and progress, do not change the tag of a polled response. To wait for a run, use \`wait\` of \`GET /operations/runs/{jobId}\` or the event stream.

## Errors

Errors are problem documents (RFC 9457, \`application/problem+json\`). Match on \`code\`, which is stable. \`reason\` distinguishes causes of the same code. \`detail\` is for users and can change. \`errors\` lists the invalid inputs. \`requestId\` is also in the \`X-Request-Id\` header and in the console's log. The page \`/docs/errors\` explains every code. Every operation can return 503 \`database_unavailable\` or \`shutting_down\`: retry after \`Retry-After\`.

## Limits

Bodies are limited to 64 KiB; 1 MiB for restores, downloads and changes of a configuration, 4 KiB for signing in. A user or token can have 32 requests, 20 long polls and five event streams at the same time, and a number of requests per minute that the operator sets (\`RateLimit-Policy\`). Beyond that, the response is 429 with \`Retry-After\`.

## Events

The console sends events to webhooks that an administrator adds. The section *Webhooks* lists every type with its data. Requests follow Standard Webhooks: verify \`webhook-signature\` before you use the body, ignore a \`webhook-id\` that you have seen, and respond with 2xx within 15 seconds.

## Compatibility

The version in the path changes only if existing clients would break. Within version 1 we can:

- add operations, optional parameters, optional request fields, response fields, headers, and event types,
- add values to enums of responses, such as \`status\`, \`code\` and \`reason\`. Clients must accept unknown values; treat an unknown \`status\` as not ended and not successful,
- change the texts of \`detail\`, \`summary\`, \`message\` and \`hint\`.

We do not remove or rename operations, parameters, fields or codes, make optional input required, or narrow what is accepted. Before an operation is removed in a new version, the document marks it as \`deprecated\`, and its responses have \`Deprecation\` and, as soon as the date is known, \`Sunset\` (RFC 9745, RFC 8594), at least six months ahead. Anything that is not in this document, in particular other paths below \`/api/v1/admin\`, can change at any time.`;

@Module({ controllers: [OpenapiController] })
export class OpenapiModule {}

/** The coverage groups of the specification, in its order, then those of the product, each with what it is for. */
const groups: Readonly<Record<string, string>> = {
  tokens: 'Personal API tokens for scripts. The secret is shown once; the role is fixed at creation.',
  auth: 'Sign in, sign out, sessions, your password, your saved filters, and this document.',
  operations: 'Jobs and runs: start, follow, cancel, and read logs.',
  restore: 'Restore points: browse, search and restore files.',
  directors: 'Directors and clients: health, status and backup age.',
  'storage-media': 'Storages, devices, pools and volumes: status, forecasts and commands.',
  stats: 'Statistics of runs, clients and storages, and metrics for Prometheus.',
  audit: 'Audit log: who did what, when and from where, with a tamper-evident chain, verification and exports.',
  configuration: 'Configuration of the embedded Director: drafts, history, apply and revert.',
};

/** What the document has beside the routes. */
export interface DocumentParts {
  /** The modules whose routes it has, or all there are. */
  readonly modules: readonly Type[] | 'all';
  readonly events: readonly DocumentedEvent[];
  readonly examples: WrittenExamples;
}

/** The document of these routes and events, from their annotations alone; needs no running parts. */
export function createDocument(app: INestApplication, version: string, parts: DocumentParts): OpenAPIObject {
  const { modules, events, examples } = parts;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Backup Console')
    .setDescription(introduction)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This console')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'A personal API token (`svct_…`).' }, 'token')
    .addCookieAuth('backupweb_session', { type: 'apiKey', in: 'cookie', description: 'The session created by signing in.' }, 'session');
  for (const [name, description] of Object.entries(groups)) builder.addTag(name, description);
  const config = builder.build();
  config.info.contact = { name: 'Operator of this console' };
  const raw = SwaggerModule.createDocument(app, config, {
    ...(modules === 'all' ? {} : { include: [...modules] }),
    operationIdFactory: (_controller, handler) => handler,
    autoTagControllers: false,
    extraModels: [...new Set(events.flatMap(({ envelope, data }) => [envelope, ...data]))],
  });
  return addExamples(addWebhooks(applyRules(normalise(raw)), events), examples);
}
