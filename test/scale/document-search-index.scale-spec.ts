// Takes a minute or two: some thousand requests, each compared with the API document.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { directorYaml } from '../harness/builders/director-yaml.js';
import {
  addressOf,
  forbidden,
  type RequestedOperation,
  requestedOperations,
  type WrittenRequest,
  writtenRequests,
} from '../harness/fixtures/document-requests.js';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const { seed } = testOptions;
const rounds = testOptions.roundsOr(60);

/** A stream has no end, and who signs out or changes the password cannot go on. */
const leftOut: ReadonlySet<string> = new Set(['streamRuns', 'logOut', 'changePassword', 'logIn', 'redeemOneTimeLink']);
const operations = requestedOperations().filter(({ id }) => !leftOut.has(id));

/**
 * Rules that a schema cannot express, because they are about several fields, about the time, or about texts that only the console makes. The
 * description of each field tells them. Everything else that the server refuses, the document must forbid.
 */
const beyondSchema: readonly (readonly [operation: RegExp, field: RegExp, reason: string])[] = [
  [/./, /^director$/, 'not every operation is about all Directors, `*`'],
  [/listRuns|Statistics|getSummary/, /^(level|type)$/, 'level and type are words of the Directors, in any letter case'],
  [/./, /^cursor$/, 'a cursor is made by the console'],
  [/./, /^(ref|refs)(\.\d+)?$/, 'a ref is made by the console'],
  [/./, /^(path|paths|where)(\.\d+)?$/, 'a path is absolute and has no dot segments'],
  [
    /./,
    /^(since|until|days|hours|before|minSize|maxSize|modifiedSince|modifiedUntil)$/,
    'a range ends after it begins, and has a limit',
  ],
  [/./, /^(expiresAt|when)$/, 'a time lies in the future'],
  [/changeVolume|labelVolume/, /./, 'what a volume may become depends on it and on its Director'],
  [/(prune|purge|delete|truncate|relabel)Volume/, /^confirm$/, 'a confirmation is the name of the volume'],
  [/deleteRun/, /^confirm$/, 'a confirmation is the job id of the run'],
  [
    /./,
    /^relocation(\..+)?$/,
    'a relocation has regex or other fields, and its texts have one meaning for all Directors',
  ],
  [/./, /^expression$/, 'an expression is in the syntax of RE2'],
  [/./, /^q$/, 'a name pattern has few wildcards'],
  [/createDownload/, /^format$/, 'a file is one file'],
];

let app: TestConsole;
let token: Caller;
let session: Caller;
const source = mkdtempSync(join(tmpdir(), 'backup-console-mirror-'));
const known: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] })),
    environment: { TOKENS_PER_USER: '100000' },
  });
  writeFileSync(join(source, 'a.txt'), 'a');
  session = await app.as('admin');
  // It may not restore to anywhere: one of the requests may happen to be a good one.
  token = await app.withToken('operator');
  const admin = await app.withToken('admin');
  const { jobId } = (await token.post('/operations/jobs/run', { job: 'Source', level: 'Full' })).body as {
    jobId: number;
  };
  await token.get(`/operations/runs/${jobId}?wait=60`);
  const volumes = (await admin.get('/storage-media/volumes')).body as { items: { volume: string }[] };
  Object.assign(known, { jobId: String(jobId), id: '00000000-0000-4000-8000-000000000000' });
  names = { jobs: 'Source', clients: 'this-machine', volumes: volumes.items[0]?.volume ?? '', directors: 'embedded' };
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

let names: Readonly<Record<string, string>> = {};

function callerFor({ isSessionOnly, isPublic, id }: RequestedOperation): Caller {
  if (isPublic) return app.nobody;
  return isSessionOnly || id === 'listTokenEvents' ? session : token;
}

/** The names that a path asks for are those of its collection. */
function knownFor({ path }: RequestedOperation): Readonly<Record<string, string>> {
  const words = path.split('/');
  const collection = words[words.indexOf('{name}') - 1] ?? '';
  return { ...known, name: names[collection] ?? 'x' };
}

/** Also checks the answer against the document. */
function send(operation: RequestedOperation, request: WrittenRequest): Promise<Answer> {
  const options = request.body === undefined ? {} : { body: request.body };
  return callerFor(operation).call(operation.method, addressOf(operation, request), options);
}

interface ErrorMessage {
  readonly field: string;
  readonly code: string;
}

function faultsOf({ status, body }: Answer): readonly ErrorMessage[] {
  if (status !== 400) return [];
  const { errors = [], code } = body as { errors?: ErrorMessage[]; code: string };
  return errors.length > 0 ? errors : [{ field: '', code }];
}

function isBeyondSchema({ id }: RequestedOperation, { field }: ErrorMessage): boolean {
  return beyondSchema.some(([operation, fields]) => operation.test(id) && fields.test(field));
}

describe(`the document and the server agree (SEED=${seed})`, () => {
  test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (_, operation) => {
      const property = fc.asyncProperty(writtenRequests(operation, knownFor(operation)), async (request) => {
        const forbids = forbidden(operation, request);
        const answer = await send(operation, request);
        // What comes before the input decides nothing about it.
        if ([401, 403, 429].includes(answer.status)) return;
        expect(answer.status).toBeLessThan(500);
        const refused = faultsOf(answer).filter((fault) => !isBeyondSchema(operation, fault));
        if (forbids.length === 0) expect([answer.text.slice(0, 600), refused]).toEqual([answer.text.slice(0, 600), []]);
        else expect([forbids, answer.status]).toEqual([forbids, 400]);
      });
      await fc.assert(property, { seed, numRuns: rounds, plugins: [fc.interruptAfterTimeLimit(60_000)] });
    },
    120_000,
  );

  test('the operations tried are all but the few that cannot be', () => {
    expect(operations.length).toBe(requestedOperations().length - leftOut.size);
  });
});
