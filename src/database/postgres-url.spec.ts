import { describe, expect, test } from '@jest/globals';
import { readPostgresUrl, type TlsDemand, tlsDemandOf, withoutFiles, shownPostgresUrl } from './postgres-url.js';

test.each([
  ['postgresql://reader:first@SecretTail@host/db', 'postgresql://reader@host/db'],
  [
    'postgresql://reader@host:5433/db?%70assword=SecretTail&sslmode=require',
    'postgresql://reader@host:5433/db?sslmode=require',
  ],
  ['postgresql://host/db?user=reader&password=SecretTail&sslpassword=SecretTail', 'postgresql://reader@host/db'],
  ['postgres://reader:SecretTail@[2001:db8::1]:5432/db', 'postgresql://reader@[2001:db8::1]:5432/db'],
  ['postgres://reader:a%40SecretTail@%2Fvar%2Frun/db', 'postgresql://reader@%2Fvar%2Frun/db'],
  ['postgres://reader:a#SecretTail@host/db', null],
  [
    'postgres://reader:SecretTail@host/db?sslrootcert=/etc/SecretTail&options=SecretTail',
    'postgresql://reader@host/db',
  ],
  ['postgres://reader:SecretTail@/db', null],
])('%s is shown as %s', (url, shown) => {
  expect(shownPostgresUrl(url)).toBe(shown);
});

const none = { ca: null, certificate: null, key: null };
const place = 'postgresql://reader:secret@host/catalog';

describe('the files that a URL names', () => {
  test.each([
    ['?sslrootcert=/etc/ca.pem', { sslrootcert: '/etc/ca.pem' }],
    ['?sslmode=verify-full&sslcert=c&sslkey=k', { sslcert: 'c', sslkey: 'k' }],
    ['?%73slrootcert=/etc/%63a.pem', { sslrootcert: '/etc/ca.pem' }],
    ['?ssl%72oot%63ert=/a&x=%zz', { sslrootcert: '/a' }],
    ['?sslkey=', { sslkey: '' }],
    ['?sslcert=/first&sslcert=/second', { sslcert: '/second' }],
    ['?SSLROOTCERT=/etc/ca.pem&ss%6c=true#sslkey=/k', {}],
  ])('%s: found in every spelling that the parser reads, and none is opened', (query, files) => {
    expect(readPostgresUrl(`${place}${query}`).files).toEqual(files);
  });

  test('can be taken out, and the rest stays', () => {
    const url = withoutFiles(`${place}?sslmode=verify-full&%73slrootcert=/etc/ca.pem&application_name=a%20b`);
    expect(readPostgresUrl(url)).toMatchObject({
      address: { user: 'reader', password: 'secret', host: 'host', database: 'catalog', application_name: 'a b' },
      tls: { sslmode: 'verify-full' },
      files: {},
    });
  });
});

test.each<[string, TlsDemand]>([
  ['', 'off'],
  ['?sslmode=disable', 'off'],
  ['?ssl=0', 'off'],
  ['?ssl=false', 'off'],
  ['?sslmode=prefer', 'offered'],
  ['?sslmode=allow&uselibpqcompat=true', 'offered'],
  ['?sslmode=no-verify', 'encrypted'],
  ['?ssl=no-verify', 'encrypted'],
  ['?sslmode=require&uselibpqcompat=true', 'encrypted'],
  ['?sslmode=require', 'verified'],
  ['?sslmode=verify-ca', 'verified'],
  ['?sslmode=verify-full', 'verified'],
  ['?sslmode=verify-full&uselibpqcompat=true', 'verified'],
  ['?ssl=true', 'verified'],
  ['?sslnegotiation=direct', 'verified'],
  ['?sslmode=verify-full&sslmode=disable', 'off'],
])('%s demands of TLS: %s', (query, demand) => {
  expect(tlsDemandOf(readPostgresUrl(`${place}${query}`), none)).toBe(demand);
});

test('certificates without a mode demand verified TLS, and libpq’s modes become what an authority makes of them', () => {
  const demand = (query: string): TlsDemand => tlsDemandOf(readPostgresUrl(`${place}${query}`), { ...none, ca: 'pem' });
  expect(demand('')).toBe('verified');
  expect(demand('?sslmode=disable')).toBe('off');
  expect(demand('?sslmode=require&uselibpqcompat=true')).toBe('trusted');
  expect(demand('?sslmode=verify-ca&uselibpqcompat=true')).toBe('trusted');
});

test.each(['?ssl=constructor', '?ssl=/etc/passwd', '?sslmode=verify-ca&uselibpqcompat=true'])(
  '%s is refused in a sentence',
  (query) => {
    expect(() => tlsDemandOf(readPostgresUrl(`${place}${query}`), none)).toThrow(
      /^(ssl must be|sslmode=verify-ca requires)/,
    );
  },
);

test('a URL that cannot be read is refused without repeating it', () => {
  for (const url of ['postgresql://u%ff:TheSecret@h/d', 'postgresql://u:TheSecret@ho st/d', 'TheSecret']) {
    expect(() => readPostgresUrl(url)).toThrow('The connection URL is not valid.');
  }
});

test('a host may stand in the query alone, and a lone % is itself', () => {
  const { address } = readPostgresUrl('postgresql://u%zz:p@/d?host=/var/run/postgresql');
  expect(address).toMatchObject({ user: 'u%zz', password: 'p', host: '/var/run/postgresql', database: 'd' });
  expect(readPostgresUrl('postgresql://u:p@/d').address.host).toBeNull();
});
