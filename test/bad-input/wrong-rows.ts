/** What is wrong with a request. Everything else of it is right. */
export interface Wrong {
  /** The path below /api/v1, percent-encoded as it is sent; without it the operation's sample address. */
  readonly at?: string;
  /** Added behind the path, percent-encoded as it is sent. */
  readonly query?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  /** Content-Type; null: none. */
  readonly type?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is wrong, the request, and the problem: status, code and the fields that `errors` names, each once, in order. */
export type BadRow = readonly [what: string, wrong: Wrong, problem: string];

/** Rows by operation, `POST /operations/jobs/run`. */
export type BadTable = Readonly<Record<string, readonly BadRow[]>>;

export const invalid = (...fields: string[]): string => ['400 validation_failed', ...fields].join(' ');
const notJson = '400 malformed_json';
const wrongType = '415 unsupported_media_type';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const json = (value: unknown): string => JSON.stringify(value);

const absentBodies: readonly BadRow[] = [
  ['no body', {}, invalid('')],
  ['an empty body', { raw: '' }, invalid('')],
];

/** What no operation takes for its body. `good` would be taken; `required` are the fields without which it would not. */
export function wrongBodies(
  good: Readonly<Record<string, unknown>>,
  { most = 64 * 1024, mayLack = false }: { most?: number; mayLack?: boolean } = {},
): BadRow[] {
  const [field = ''] = Object.keys(good);
  const member = `${json(field)}:${json(good[field])}`;
  const padded = (bytes: number): string => `{"colour":"${'x'.repeat(bytes - 13)}"}`;
  const boundary = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
  return [
    ...(mayLack ? [] : absentBodies),
    ['null', { body: null }, invalid('')],
    ['a list', { body: [good] }, invalid('')],
    ['a text', { body: 'good' }, invalid('')],
    ['a number', { body: 1 }, invalid('')],
    ['a truth', { body: true }, invalid('')],
    ['half a body', { raw: json(good).slice(0, -1) }, notJson],
    ['two bodies', { raw: `${json(good)} ${json(good)}` }, notJson],
    ['single quotes', { raw: "{'a':'b'}" }, notJson],
    ['a final comma', { raw: `{${member},}` }, notJson],
    ['a comment', { raw: `{/* a */${member}}` }, notJson],
    ['NaN', { raw: '{"colour":NaN}' }, notJson],
    ['a bare line break in a text', { raw: '{"colour":"a\nb"}' }, notJson],
    ['blanks alone', { raw: '  \n' }, notJson],
    ['bytes that are not UTF-8', { raw: Buffer.from('{"colour":"\xff"}', 'latin1') }, notJson],
    ['Latin-1', { raw: Buffer.from('{"colour":"é"}', 'latin1') }, notJson],
    ['half of a surrogate pair in UTF-8', { raw: Buffer.from('7b2261223a22eda080227d', 'hex') }, notJson],
    ['a field twice', { raw: `{${member},${member}}` }, invalid(field)],
    [
      'a field twice, once by escapes',
      { raw: `{${member},"\\u${hex4(field)}${field.slice(1)}":null}` },
      invalid(field),
    ],
    ['a field twice deep inside', { raw: `{${member},"colour":[{"a":1,"a":2}]}` }, invalid('a')],
    ['an unknown field', { body: { ...good, colour: 'red' } }, invalid('colour')],
    ['more unknown fields than are told', { body: many(25) }, invalid(...Object.keys(many(20)))],
    ['__proto__', { raw: `{${member},"__proto__":{"admin":true}}` }, invalid('__proto__')],
    ['constructor', { raw: `{${member},"constructor":{}}` }, invalid('constructor')],
    ['33 levels', { raw: `{"colour":${nested(32)}}` }, invalid()],
    ['levels by the thousand', { raw: nested(Math.min(40_000, most / 2 - 100)) }, invalid()],
    ['a body of just the limit', { raw: padded(most) }, invalid('colour')],
    ['a byte more than the limit', { raw: padded(most + 1) }, '413 body_too_large'],
    ['no type', { body: good, type: null }, wrongType],
    ['plain text', { body: good, type: 'text/plain' }, wrongType],
    ['a form', { raw: `${field}=1`, type: 'application/x-www-form-urlencoded' }, wrongType],
    ['a multipart form', { raw: boundary, type: 'multipart/form-data; boundary=b' }, wrongType],
    ['another JSON', { body: good, type: 'application/json-patch+json' }, wrongType],
    ['UTF-16', { raw: Buffer.from(json(good), 'utf16le'), type: 'application/json; charset=utf-16' }, wrongType],
    ['UTF-7', { body: good, type: 'application/json; charset="UTF-7"' }, wrongType],
    ['a compressed body', { body: good, headers: { 'Content-Encoding': 'gzip' } }, wrongType],
    ['a parameter beside the body', { body: good, query: '?colour=red' }, invalid('colour')],
  ];
}

const many = (fields: number): object =>
  Object.fromEntries(Array.from({ length: fields }, (_, index) => [`colour${index}`, index]));

function hex4(field: string): string {
  return (field.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}

/** For an operation that takes none. */
export const unwantedBodies: readonly BadRow[] = [
  ['a body', { body: { colour: 'red' } }, invalid('colour')],
  ['a body of another type', { raw: 'a=1', type: 'application/x-www-form-urlencoded' }, wrongType],
  ['a broken body', { raw: '{' }, notJson],
  ['a body over the limit', { raw: `{"colour":"${'x'.repeat(64 * 1024)}"}` }, '413 body_too_large'],
];

/** For an operation whose sample address, `query` included, is good. */
export const unknownParameters: readonly BadRow[] = [
  ['an unknown parameter', { query: 'colour=red' }, invalid('colour')],
  ['two unknown parameters', { query: 'a=1&b=2' }, invalid('a', 'b')],
  ['an unknown parameter twice', { query: 'a=1&a=2' }, invalid('a')],
  ['a parameter that every object has', { query: 'constructor=1' }, invalid('constructor')],
  ['__proto__', { query: '__proto__=1' }, invalid('__proto__')],
  ['a parameter in brackets', { query: 'limit[]=1' }, invalid('limit[]')],
];

/** `limit`, `count` and `cursor` of every list, but for cursors that were good once. */
export const wrongPages: readonly BadRow[] = [
  ...['0', '501', '-1', '1.5', '1e2', '0x10', '', '%20', 'all', '99999999999999999999', '%D9%A1', '5%00'].map(
    (limit): BadRow => [`limit=${limit}`, { query: `limit=${limit}` }, invalid('limit')],
  ),
  ['limit twice', { query: 'limit=1&limit=2' }, invalid('limit')],
  ...['yes', '1', 'TRUE', ''].map((count): BadRow => [`count=${count}`, { query: `count=${count}` }, invalid('count')]),
  ['cursor=', { query: 'cursor=' }, '400 cursor_mismatch cursor'],
  ['a made-up cursor', { query: 'cursor=eyJhIjoxfQ' }, '400 cursor_mismatch cursor'],
  ['a cursor of signs', { query: 'cursor=%F0%9F%97%84%2F..%2F' }, '400 cursor_mismatch cursor'],
  ['a cursor with a NUL', { query: 'cursor=a%00' }, invalid('cursor')],
  ['a huge cursor', { query: `cursor=${'A'.repeat(8193)}` }, invalid('cursor')],
  ['two cursors', { query: 'cursor=a&cursor=b' }, invalid('cursor')],
];

/** `director` of an operation about one Director, or about a list of one or all. */
export function wrongDirectors(about: 'one' | 'all'): BadRow[] {
  return [
    ...['none', 'Embedded', '', 'embedded%20', '..%2F', "';--", '%F0%9F%97%84', '%E2%80%AE', '%FF'].map(
      (name): BadRow => [`director=${name}`, { query: `director=${name}` }, '404 unknown_director'],
    ),
    ['a long director', { query: `director=${'d'.repeat(128)}` }, invalid('director')],
    ['a director with a NUL', { query: 'director=a%00' }, invalid('director')],
    ['director twice', { query: 'director=embedded&director=embedded' }, invalid('director')],
    ...(about === 'one' ? [['all Directors', { query: 'director=*' }, invalid('director')] as BadRow] : []),
  ];
}

/** A parameter that must be a time. */
export function wrongTimes(name: string): BadRow[] {
  const times = ['', 'yesterday', '2026-11-20', '2026-11-20T21:00:00', '2026-02-30T00:00:00Z', '2026-11-20T25:00:00Z', '1795294204', '%2B275760-09-13T00:00:00Z', '2026-11-20T21:00:00%2B1']; // prettier-ignore
  return times.map((time): BadRow => [`${name}=${time}`, { query: `${name}=${time}` }, invalid(name)]);
}

/** A parameter of words parted by commas, each of at most 200 characters. */
export function wrongWords(name: string, allowed: 'few' | 'any'): BadRow[] {
  return [
    [`a long word in ${name}`, { query: `${name}=${'x'.repeat(201)}` }, invalid(name)],
    [`101 words in ${name}`, { query: `${name}=${Array(101).fill('error').join()}` }, invalid(name)],
    [`a NUL in ${name}`, { query: `${name}=a%00b` }, invalid(name)],
    [`${name} twice`, { query: `${name}=error&${name}=error` }, invalid(name)],
    ...(allowed === 'few'
      ? ['red', 'error,red', '', ','].map((word): BadRow => [`${name}=${word}`, { query: `${name}=${word}` }, invalid(name)])
      : []),
  ]; // prettier-ignore
}

/** Segments that name nothing, whatever is listed; `..` and `.` as they are never reach a route of this name. */
const hostileSegments = [
  '%2F', '..%2F..%2Fetc%2Fpasswd', '%2e%2e', '%00', 'a%00b', '%0D%0AX-Evil:1', "';--", '%22', '%5C', '%F0%9F%97%84', '%E2%80%AE', '%25', '*',
  '__proto__', 'constructor', '%20', '-1', 'x'.repeat(10_000),
]; // prettier-ignore

/** A name or id in the path; `address` has a star where it stands. */
export function wrongSegments(address: string, body?: unknown): BadRow[] {
  const rest = body === undefined ? {} : { body };
  const at = (segment: string): string => address.replace('*', () => segment);
  return [
    ...hostileSegments.map((segment): BadRow => [at(segment).slice(0, 60), { at: at(segment), ...rest }, '404 not_found']),
    ...['%', '%zz', '%ff', '%c0%af', '%ed%a0%80'].map(
      (segment): BadRow => [at(segment), { at: at(segment), ...rest }, invalid('')],
    ),
  ]; // prettier-ignore
}

/** A job id in the path. */
export function wrongJobIds(address: string): BadRow[] {
  const ids = [
    '0',
    '1.5',
    '1e3',
    '0x1',
    '+1',
    '1%20',
    '%201',
    '1,2',
    '2147483647',
    '2147483648',
    '99999999999999999999',
    '%D9%A1',
  ];
  const rows = ids.map((id): BadRow => [address.replace('*', id), { at: address.replace('*', id) }, '404 not_found']);
  return [...rows, ...wrongSegments(address)];
}

/** `Idempotency-Key` of an operation that starts runs; `rest` is otherwise good. */
export function wrongKeys(rest: Wrong): BadRow[] {
  return ['', 'a b', 'é', '\t', 'k'.repeat(256)].map((key): BadRow => {
    const headers = { 'Idempotency-Key': key };
    return [
      `Idempotency-Key of ${key.length} characters: ${key.slice(0, 3)}`,
      { ...rest, headers },
      invalid('Idempotency-Key'),
    ];
  });
}

/** One row for each value of a body's field that is wrong by itself. `fields`: what `errors` names for it. */
export function wrongField(
  good: Readonly<Record<string, unknown>>,
  field: string,
  values: readonly unknown[],
  problem: string,
): BadRow[] {
  return values.map((value): BadRow => {
    const shown = JSON.stringify(value).slice(0, 40);
    return [`${field}: ${shown}`, { body: { ...good, [field]: value } }, problem];
  });
}

/** What a field for a name or another text does not take. */
export const noTexts: readonly unknown[] = [null, 1, true, [], {}, ['a'], { length: 1 }];
