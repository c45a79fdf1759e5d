import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseReply, sanitizeMessage } from './json-reply.js';

describe('an answer', () => {
  test('with a result did not fail', () => {
    expect(parseReply('{"jsonrpc":"2.0","id":null,"result":{"jobs":[]}}\n')).toEqual({
      result: { jobs: [] },
      failure: null,
    });
  });

  test('that failed has the words of its errors, else of its warnings or informations', () => {
    const failed = (messages: object): string | null | undefined =>
      parseReply(JSON.stringify({ jsonrpc: '2.0', error: { code: 1, data: { result: {}, messages } } }))?.failure;
    expect(failed({ error: ['Job "x" not found.\n'], info: ['b'] })).toBe('Job "x" not found.');
    expect(failed({ error: [], warning: ['a\n', 'b\n'] })).toBe('a b');
    expect(failed({ info: ['c'] })).toBe('c');
    expect(failed({})).toBe('');
  });

  test('that failed may have a result all the same', () => {
    const text = '{"jsonrpc":"2.0","error":{"data":{"result":{".authorized":{"authorized":false}}}}}';
    expect(parseReply(text)).toEqual({ result: { '.authorized': { authorized: false } }, failure: '' });
  });

  test('that failed without any data failed', () => {
    expect(parseReply('{"jsonrpc":"2.0","error":{"message":"Failed to send json message"}}')?.failure).toBe('');
  });

  test.each([
    '',
    '{}',
    '[]',
    'null',
    '1',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","result":[]}',
    '{"jsonrpc":2,"result":{}}',
  ])('is not made of %s', (text) => {
    expect(parseReply(text)).toBeNull();
  });

  test('is parsed safely for any input', () => {
    const documents = fc.record({ jsonrpc: fc.constant('2.0'), error: fc.jsonValue(), result: fc.jsonValue() }, { requiredKeys: ['jsonrpc'] }); // prettier-ignore
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          documents.map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const answer = parseReply(text);
          if (answer === null) return;
          expect(typeof answer.result).toBe('object');
          expect((answer.failure ?? '').length).toBeLessThanOrEqual(1_002);
        },
      ),
    );
  });

  test('changed at any position is parsed or rejected, never a crash', () => {
    const good = '{"jsonrpc":"2.0","id":null,"error":{"code":1,"data":{"result":{},"messages":{"error":["x\\n"]}}}}';
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(5), fc.string({ maxLength: 5 }), (at, cut, put) => {
        parseReply(good.slice(0, at) + put + good.slice(at + cut));
      }),
    );
  });
});

describe('words of a Director', () => {
  test('are shown without its source, SQL, line ends and password hashes', () => {
    const text = `dird/ua_run.cc:123 Query failed: SELECT a FROM b\nWHERE: ERR=no [md5]${'0a'.repeat(16)}\r\n`;
    expect(sanitizeMessage(text)).toBe('dird/Query failed: … WHERE: ERR=no [md5]…');
  });

  test('of any length are cut in time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('S', 'SELECT ', '\n', ': ERR=', 'a.cc:1', '[md5]', '0'), maxLength: 3_000 }),
        (text) => {
          // prettier-ignore
          expect(sanitizeMessage(text).length).toBeLessThanOrEqual(1_002);
        },
      ),
      { numRuns: 50 },
    );
    expect(sanitizeMessage('SELECT '.repeat(1_000_000)).length).toBeLessThanOrEqual(1_002);
  });
});
