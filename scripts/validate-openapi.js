// A second opinion on the document: the schema of OpenAPI 3.1 itself, beside Redocly's rules.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';

const document = JSON.parse(readFileSync(new URL('../openapi/openapi.json', import.meta.url), 'utf8'));
const result = await new Validator().validate(document);
if (!result.valid) {
  console.error(JSON.stringify(result.errors, null, 2));
  process.exit(1);
}
console.log(`openapi.json is a valid ${document.openapi} document.`);
