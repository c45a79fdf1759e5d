import { type INestApplication, type Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { applyRules } from './document-rules.js';
import { addExamples, type WrittenExamples } from './examples.js';
import { introduction } from './introduction.js';
import { normalise } from './normalize.js';
import { addWebhooks, type DocumentedEvent } from './webhooks.js';

/** The coverage groups of the specification, in its order, with what each is for. */
const groups: Readonly<Record<string, string>> = {
  tokens: 'Personal API tokens for scripts. The secret is shown once; the role is fixed at creation.',
  auth: 'Sign in, sign out, sessions, your password, your saved filters, and this document.',
  operations: 'Jobs and runs: start, follow, cancel, and read logs.',
  restore: 'Restore points: browse, search and restore files.',
  directors: 'Directors and clients: health, status and backup age.',
  'storage-media': 'Storages, devices, pools and volumes: status, forecasts and commands.',
  stats: 'Statistics of runs, clients and storages, and metrics for Prometheus.',
  audit: 'Audit log: who did what, when and from where, with a tamper-evident chain, verification and exports.',
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
