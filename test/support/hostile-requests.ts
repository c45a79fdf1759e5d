import fc from 'fast-check';
import { type DocumentedOperation } from './document.js';

export interface HostileRequest {
  /** Below /api/v1, percent-encoded as it is sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HostileBody | null;
}

/** Kept as text, so that a failure prints something that can be read. */
export interface HostileBody {
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/** More than this and Node answers 431 by itself, before any of our code. */
const longestTarget = 12_000;

const nastyTexts = [
  '', ' ', '0', '-1', '1e400', '4294967296', '9007199254740993', 'NaN', 'null', 'true', '[]', '{}', '__proto__', 'constructor',
  'toString', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufffd', '\u202e', "'", '"; DROP TABLE job; --', '%', '_', '\\', '*',
  '?', '***********************a', '..', '../../etc/passwd', '/', '//', '/etc/', '\n', '\r\nX-Evil: 1', ',', ',,,', '1,2,,3', 'T,W',
  '2026-02-30T25:61:61Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59+23:59', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00', 'embedded', 'Source', 'Full', 'admin', '1', '*', 'é'.repeat(600), 'x'.repeat(3000),
  '00000000-0000-0000-0000-000000000000', 'p1.AAAA', 'AAAAAAAAAAAAAAAAAAAAAAW10',
] as const; // prettier-ignore

const rawSegments = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%2F%2e%2e%2f',
  '%ed%a0%80',
  '%c0%af',
  '%25',
  ';',
  '+',
];
const mediaTypes = [
  'text/plain', 'application/json; charset=utf-7', 'application/json; charset=utf-16', 'application/json;;', 'multipart/form-data',
  'application/x-www-form-urlencoded', 'application/problem+json', '*/*', '',
]; // prettier-ignore

const text = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 40 }), fc.string());

/** What a header may carry at all: anything else the client's own parser refuses. */
const headerText = fc.oneof(
  fc.constantFrom('*', '""', 'W/"x"', 'key', '0', '-1', 'é', '\t', 'x'.repeat(300), '"a", "b"', '99999999999999999999'),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) => String.fromCharCode(code)) }),
); // prettier-ignore

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e308)) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 3 }) },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
); // prettier-ignore

function percentEncoded(given: string): string {
  return Array.from(Buffer.from(given), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

const segment = fc.oneof(
  { weight: 3, arbitrary: text.map((given) => percentEncoded(given === '' ? '1' : given)) },
  { weight: 1, arbitrary: fc.constantFrom(...rawSegments) },
  { weight: 1, arbitrary: fc.constantFrom('1', 'Source', 'embedded', 'local') },
);

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'limit[]', 'constructor', 'a.b', '') },
  );
  const pair = fc.tuple(name, text).map(([key, given]) => `${percentEncoded(key)}=${percentEncoded(given)}`);
  const raw = fc.constantFrom('%', '%zz=%ff', '&&', '=', 'limit=1&limit=2', 'limit', '%00=%00');
  const parts = fc.array(fc.oneof({ weight: 6, arbitrary: pair }, { weight: 1, arbitrary: raw }), { maxLength: 4 });
  return parts.map((given) => (given.length > 0 ? `?${given.join('&')}` : ''));
}

function jsonOf(fields: readonly string[]): fc.Arbitrary<string> {
  const known = fc.dictionary(fc.constantFrom(...(fields.length > 0 ? fields : ['x'])), value, { maxKeys: 8 });
  const whole = known.map((object) => JSON.stringify(object));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
    { weight: 1, arbitrary: fc.tuple(whole, fc.nat()).map(([json, at]) => json.slice(0, at % json.length)) },
    { weight: 1, arbitrary: fc.constantFrom('{"__proto__":{"isAdmin":true}}', '{"constructor":1,"constructor":2}', '\ufeff{}', '"') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 50_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)) },
  ); // prettier-ignore
}

function bodyOf(fields: readonly string[] | null): fc.Arbitrary<HostileBody | null> {
  const json = jsonOf(fields ?? []).map((given): HostileBody => ({ text: given, encoding: 'utf8' }));
  const bytes = fc
    .uint8Array({ maxLength: 50 })
    .map((given): HostileBody => ({ text: Buffer.from(given).toString('latin1'), encoding: 'latin1' }));
  const absent = fc.constant(null);
  return fields === null
    ? fc.oneof({ weight: 5, arbitrary: absent }, { weight: 1, arbitrary: json }, { weight: 1, arbitrary: bytes })
    : fc.oneof({ weight: 12, arbitrary: json }, { weight: 1, arbitrary: bytes }, { weight: 1, arbitrary: absent });
}

function headersOf(names: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...mediaTypes) },
  );
  const others = fc.constantFrom(...names, 'Accept', 'X-Request-Id', 'X-Forwarded-For', 'X-HTTP-Method-Override');
  return fc
    .tuple(type, fc.dictionary(others, headerText, { maxKeys: 3 }))
    .map(([mediaType, more]) => ({ ...more, 'Content-Type': mediaType }));
}

/** Requests to one operation that nobody in their right mind would send. */
export function hostileRequests(operation: DocumentedOperation): fc.Arbitrary<HostileRequest> {
  const words = operation.path.split('/').map((word) => (word.startsWith('{') ? segment : fc.constant(word)));
  return fc
    .tuple(fc.tuple(...words), queryOf(operation.query), headersOf(operation.headers), bodyOf(operation.bodyFields))
    .map(([path, query, headers, body]) => ({
      target: `${path.join('/')}${query}`.slice(0, longestTarget),
      headers,
      body,
    }));
}
