import { type INestApplication, type Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { addExamples } from './examples.js';
import { normalise } from './normalise.js';

/** The coverage groups of the specification, in its order, with what each is for. */
const groups: Readonly<Record<string, string>> = {
  auth: 'Who is calling: log-in, log-out, own sessions and password, and this document.',
  tokens: 'Personal API tokens for machines. The secret is shown once; the role is frozen at creation.',
  operations: 'Configured jobs and their runs: start, follow, cancel, read the log.',
  restore: 'Restore points, browsing and searching what they hold, and restoring it.',
  directors: 'Directors and their clients: health, status, silence.',
  stats: 'Figures over runs, clients and storages, and metrics for Prometheus.',
};

const about = `Run backups, find files in them and restore them: everything the console's own page does, a machine can do here.

Lists answer \`items\` and \`nextCursor\`; hand \`nextCursor\` in as \`cursor\` for the next page. Errors are problem documents (RFC 9457) with a stable \`code\`.`;

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
    .addCookieAuth('backupweb_session', { type: 'apiKey', in: 'cookie', description: 'The session that log-in opens.' }, 'session');
  for (const [name, description] of Object.entries(groups)) builder.addTag(name, description);
  const raw = SwaggerModule.createDocument(app, builder.build(), {
    ...(modules === 'all' ? {} : { include: [...modules] }),
    operationIdFactory: (_controller, handler) => handler,
    autoTagControllers: false,
  });
  return addExamples(normalise(raw));
}
