import { expect, test } from '@jest/globals';
import { normalise } from './normalize.js';

function schemaAfter(schema: object): unknown {
  const document = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {}, components: { schemas: { S: schema } } };
  return normalise(document).components?.schemas?.['S'];
}

test.each([
  ['a boolean exclusive bound', { type: 'number', minimum: 0, exclusiveMinimum: true }, { type: 'number', exclusiveMinimum: 0 }],
  ['a false exclusive bound', { type: 'number', maximum: 9, exclusiveMaximum: false }, { type: 'number', maximum: 9 }],
  ['a single allOf', { allOf: [{ $ref: '#/x' }], description: 'd' }, { $ref: '#/x', description: 'd' }],
  ['a nested nullable union', { anyOf: [{ oneOf: [{ $ref: '#/a' }, { $ref: '#/b' }] }, { type: 'null' }] }, { anyOf: [{ $ref: '#/a' }, { $ref: '#/b' }, { type: 'null' }] }],
  ['the deprecated example', { type: 'string', example: 'e' }, { type: 'string', examples: ['e'] }],
  ['an empty required', { type: 'object', required: [] }, { type: 'object' }],
])('normalizes %s', (_, before, after) => {
  expect(schemaAfter(before)).toEqual(after);
});
