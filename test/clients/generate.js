/**
 * Generates clients of a document as other projects would, each with its generator's defaults: node generate.js <document> <folder>. It is
 * copied to where its packages are installed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { JavaFileGenerator } from '@asyncapi/modelina';
import { generate } from 'orval';

const [document = '', folder = ''] = process.argv.slice(2);

await createClient({
  input: document,
  output: join(folder, 'hey'),
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk', 'zod'],
  logs: { level: 'warn' },
});

for (const client of ['fetch', 'zod']) {
  await generate({
    input: { target: document },
    output: { target: join(folder, `orval/${client}.ts`), client, mode: 'single' },
  });
}

const { components, ...rest } = JSON.parse(readFileSync(document, 'utf8'));
const java = new JavaFileGenerator({ collectionType: 'List' });
await java.generateToFiles({ ...rest, components }, join(folder, 'java/whole'), { packageName: 'whole' }, true);
// The models of the whole document have names of their place; those of one schema have its name.
for (const name of ['RunRecord', 'PoolDay', 'VolumeRecord', 'PoolRecord', 'PurgeImpact']) {
  const draft = 'http://json-schema.org/draft-07/schema#';
  const schema = { $schema: draft, $id: name, ...components.schemas[name], components };
  const packageName = name.toLowerCase();
  await java.generateToFiles(schema, join(folder, 'java', packageName), { packageName }, true);
}
