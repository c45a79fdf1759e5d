import { expect, test } from '@jest/globals';
import { shownPostgresUrl } from './shown-postgres-url.js';

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
