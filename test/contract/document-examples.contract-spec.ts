import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from '@jest/globals';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';

interface Example {
  readonly value?: unknown;
  readonly $ref?: string;
}

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
  readonly 'x-session-only'?: boolean;
}

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly examples: Readonly<Record<string, Example>> };
};
const operations = [
  ...Object.values(document.paths).flatMap((methods) => Object.values(methods)),
  ...Object.values(document.webhooks).map(({ post }) => post),
];

const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'document' });

const valueOf = ({ value, $ref }: Example): unknown =>
  $ref === undefined ? value : document.components.examples[$ref.split('/').at(-1) ?? '']?.value;

const bodies = operations.flatMap(({ operationId, requestBody, responses }) => [
  ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({
    place: `${operationId} request`,
    type,
    media,
  })),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]) => ({ place: `${operationId} ${status}`, type, media })),
  ),
]);

/** Most bodies are errors, of one schema. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
  const validator = validators.get(text) ?? ajv.compile(JSON.parse(text) as object);
  validators.set(text, validator);
  return validator;
}

describe('examples', () => {
  test.each(bodies)('of $place as $type are what the schema says', ({ media }) => {
    const examples = Object.values(media.examples ?? {}).map(valueOf);
    expect(examples.length).toBeGreaterThan(0);
    const validate = validatorOf(media.schema);
    const faults = examples.flatMap((value) => (validate(value) ? [] : [{ value, errors: validate.errors }]));
    expect(faults).toEqual([]);
  });

  test('are no filler: nothing is "text", and no error has the code of another status', () => {
    const fillers = bodies.filter(({ media }) =>
      /(?:^|[:[])"text"/.test(JSON.stringify(Object.values(media.examples ?? {}).map(valueOf))),
    );
    expect(fillers.map(({ place, type }) => `${place} ${type}`)).toEqual([]);
    const wrong = bodies.flatMap(({ place, type, media }) =>
      type !== 'application/problem+json'
        ? []
        : Object.values(media.examples ?? {})
            .map((example) => valueOf(example) as { status: number; code: string })
            .filter(({ status }) => !place.endsWith(` ${status}`))
            .map(({ code }) => `${place} ${code}`),
    );
    expect(wrong).toEqual([]);
  });

  const codesOf = (id: string, status: number): string[] =>
    Object.keys(
      operations.find(({ operationId }) => operationId === id)?.responses[status]?.content?.['application/problem+json']
        ?.examples ?? {},
    );

  test('of errors are those of the operation', () => {
    expect(codesOf('runJob', 422)).toEqual([
      'unknown_job',
      'invalid_level',
      'job_not_runnable',
      'when_in_past',
      'idempotency_key_reused',
    ]);
    expect(codesOf('runRestore', 422)).toEqual(expect.arrayContaining(['mixed_chain', 'where_not_allowed']));
    expect(codesOf('changePassword', 422)).toEqual(['wrong_password', 'weak_password']);
    expect(codesOf('cancelRun', 409)).toEqual(['run_already_ended']);
  });

  test('of 403 show session_required for what needs a session', () => {
    const wrong = operations.filter(
      (operation) =>
        codesOf(operation.operationId, 403).includes('session_required') !== (operation['x-session-only'] === true),
    );
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('of a completed run wait for nothing and have failed in nothing', () => {
    const operation = operations.find(({ operationId }) => operationId === 'getRun');
    const example = Object.values(operation?.responses['200']?.content?.['application/json']?.examples ?? {}).map(
      valueOf,
    )[0];
    expect(example).toMatchObject({ status: 'completed', errors: 0, bytes: 5 * 1024 ** 3 });
    for (const member of ['progress', 'waitingFor', 'diagnosis', 'acknowledgement'])
      expect(example).not.toHaveProperty(member);
  });
});
