import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { etagOf, namesTag, weakEtagOf } from './conditional.interceptor.js';

const etag = etagOf({ name: 'one' });
const bare = etag.slice(1, -1);

test.each([
  etag,
  `W/${etag}`,
  `"${bare}-gzip"`,
  `W/"${bare}-gzip"`,
  `"${bare};gzip"`,
  `"${bare}-br"`,
  `"${bare}-deflate"`,
  `"other-gzip" , "${bare}-gzip"`,
  '*',
])('%s contains the ETag in spite of a compressing proxy', (header) => {
  expect(namesTag(header, etag)).toBe(true);
});

test.each([
  undefined,
  '',
  bare,
  `"${bare}-gzip`,
  `"${bare}-gzip-gzip"`,
  `"${bare}gzip"`,
  `"${bare.slice(1)}-gzip"`,
  '"-gzip"',
  `"${bare}-GZIP-more"`,
])('%s does not name the ETag', (header) => {
  expect(namesTag(header, etag)).toBe(false);
});

test('an ETag that happens to end like what a proxy appends names itself', () => {
  const unlucky = `"${'x'.repeat(24)}-br"`;
  expect(namesTag(unlucky, unlucky)).toBe(true);
});

/** What the contract names: it changes by itself. */
const moving = fc.record({
  seconds: fc.nat(),
  bytes: fc.nat(),
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  progress: fc.option(fc.record({ files: fc.nat(), bytes: fc.nat() })),
});
type Moving = typeof moving extends fc.Arbitrary<infer Value> ? Value : never;

/** Everything else. */
const fixed = fc.record({
  status: fc.constantFrom('ok', 'warn', 'crit'),
  known: fc.nat(),
  message: fc.string(),
  checks: fc.array(
    fc.record({ id: fc.string(), unit: fc.constantFrom('runs', 'clients', null), value: fc.option(fc.nat()) }),
  ),
  files: fc.nat(),
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
});
type Fixed = typeof fixed extends fc.Arbitrary<infer Value> ? Value : never;

function bodyOf(still: Fixed, { seconds, bytes, at, progress }: Moving): object {
  return {
    status: still.status,
    checkedAt: at,
    ageSeconds: seconds,
    checks: [
      ...still.checks,
      { id: 'record.lag', value: seconds, unit: 'seconds', message: still.message, observedAt: at },
      { id: 'storage.space', value: bytes, unit: 'bytes', params: { freeShare: bytes / 7, known: still.known } },
      { id: 'clients.silence', value: still.known, unit: 'clients', params: { oldestSeconds: seconds } },
      { id: 'search.index', value: still.known, unit: 'runs', params: { stalledSeconds: seconds } },
    ],
    items: [{ name: still.message, files: still.files, endedAt: still.at, freeBytes: bytes, progress }],
  };
}

describe('the weak ETag of an answer', () => {
  test('is the same if only members differ that change by themselves', () => {
    fc.assert(
      fc.property(fixed, moving, moving, (still, before, after) => {
        expect(weakEtagOf(bodyOf(still, before))).toBe(weakEtagOf(bodyOf(still, after)));
      }),
    );
  });

  test('is another one if anything else differs', () => {
    fc.assert(
      fc.property(fixed, fixed, moving, (before, after, same) => {
        fc.pre(JSON.stringify(before) !== JSON.stringify(after));
        expect(weakEtagOf(bodyOf(before, same))).not.toBe(weakEtagOf(bodyOf(after, same)));
      }),
    );
  });

  test('is another one for any two bodies without such members that are not alike', () => {
    const any = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(any, any, (one, other) => {
        expect(weakEtagOf(one) === weakEtagOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test('is of the whole of a list that is made in parts', () => {
    const list = (last: number) => ({
      items: Array.from({ length: 2_000 }, (_, at) => ({ at: at === 1_999 ? last : at })),
    });
    expect(weakEtagOf(list(1))).toBe(weakEtagOf(list(1)));
    expect(weakEtagOf(list(1))).not.toBe(weakEtagOf(list(2)));
  });
});

test('a weak ETag is named by itself, and by what a proxy made of it', () => {
  const weak = weakEtagOf({ name: 'one' });
  for (const header of [weak, weak.slice(2), weak.replace(/"$/, '-gzip"')]) expect(namesTag(header, weak)).toBe(true);
  expect(namesTag(weakEtagOf({ name: 'two' }), weak)).toBe(false);
});

test('a strong ETag is of every byte', () => {
  expect(etagOf({ ageSeconds: 1 })).not.toBe(etagOf({ ageSeconds: 2 }));
});
