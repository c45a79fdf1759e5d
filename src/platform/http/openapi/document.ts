import { type INestApplication, type Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addExamples } from './examples.js';
import { normalise } from './normalise.js';

/** The coverage groups of the specification, in its order, with what each is for. */
const groups: Readonly<Record<string, string>> = {
  auth: 'Sign in, sign out, sessions, your password, your saved filters, and this document.',
  tokens: 'Personal API tokens for scripts. The secret is shown once; the role is fixed at creation.',
  operations: 'Jobs and runs: start, follow, cancel, and read logs.',
  restore: 'Restore points: browse, search and restore files.',
  directors: 'Directors and clients: health, status and backup age.',
  stats: 'Statistics of runs, clients and storages, and metrics for Prometheus.',
  audit: 'Audit log: who did what, when and from where, with a tamper-evident chain, exports and its verification.',
};

const about = `Run backups, find files in them and restore them. Everything that the web console does is available through this API.

Lists return \`items\` and \`nextCursor\`; send \`nextCursor\` as \`cursor\` to get the next page. Errors are problem documents (RFC 9457) with a stable \`code\`.`;

/** The document of these modules' routes, or of all there are, from their annotations alone; needs no running parts. */
export function createDocument(app: INestApplication, version: string, modules: readonly Type[] | 'all'): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Backup Console')
    .setDescription(about)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This console')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'A personal API token (`svct_…`).' }, 'token')
    .addCookieAuth('backupweb_session', { type: 'apiKey', in: 'cookie', description: 'The session created by signing in.' }, 'session');
  for (const [name, description] of Object.entries(groups)) builder.addTag(name, description);
  const raw = SwaggerModule.createDocument(app, builder.build(), {
    ...(modules === 'all' ? {} : { include: [...modules] }),
    operationIdFactory: (_controller, handler) => handler,
    autoTagControllers: false,
  });
  return addExamples(normalise(raw));
}
