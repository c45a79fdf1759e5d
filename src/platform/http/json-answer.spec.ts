import { describe, expect, test } from '@jest/globals';
import express from 'express';
import { inParts, jsonParts } from './json-answer.js';
import { JsonList } from './json-list.js';

const row = (id: number) => ({
  id,
  name: `Datei ${id} \u00fc\u{1f4be}"\\\n`,
  at: new Date(id * 1000),
  none: undefined,
});
const textsOf = (elements: readonly unknown[]) =>
  new JsonList([
    JSON.stringify(elements.slice(0, 3)).slice(1, -1),
    ...elements.slice(3).map((each) => JSON.stringify(each)),
  ]);
const rows = (count: number) => Array.from({ length: count }, (_, id) => row(id));

describe('JSON in parts', () => {
  test.each<[what: string, body: Record<string, unknown>]>([
    ['nothing', {}],
    ['only what is left out', { left: undefined, made: () => 1 }],
    ['short lists', { items: rows(3), nextCursor: null }],
    ['a long list', { items: rows(2_000), nextCursor: 'next' }],
    ['a long list last', { director: 'embedded', left: undefined, items: rows(51) }],
    ['long lists only', { items: rows(101), series: rows(1_067) }],
    ['a long list behind what is left out', { left: undefined, items: rows(100) }],
    ['a long list that says itself', { items: Object.assign(rows(60), { toJSON: () => [1] }), more: rows(60) }],
    ['elements larger than a part', { items: Array.from({ length: 120 }, () => '\u00fc'.repeat(30_000)) }],
    ['elements that have no JSON', { items: Array.from({ length: 60 }, (_, id) => (id % 2 ? undefined : () => id)) }],
    ['lists of lists', { items: Array.from({ length: 60 }, () => rows(60)) }],
    ['texts at hand', { items: rows(2), series: textsOf(rows(500)), next: 'x' }],
    ['no texts at hand', { series: new JsonList([]), items: [] }],
    ['texts within elements', { items: rows(3).map((each) => ({ ...each, days: textsOf(rows(9)), more: 1 })) }],
    [
      'texts within many elements',
      { items: rows(80).map((each) => ({ days: textsOf(rows(40)), each })), nextCursor: null },
    ],
    [
      'texts within some elements',
      { items: [{ days: textsOf(rows(9)) }, row(1), undefined, 'x', new Date(0), [textsOf(rows(4))]] },
    ],
    ['texts that the first element has none of', { items: [row(1), { days: textsOf(rows(9)) }] }],
    ['names that are escaped', { 'a "name"\n': rows(70), __proto__x: 1 }],
  ])('is what JSON makes of %s', (_what, body) => {
    expect(Buffer.concat(jsonParts(body)).toString()).toBe(JSON.stringify(body));
  });

  test('has no part of 128 KiB where no element is large', () => {
    const parts = jsonParts({ items: rows(20_000) });
    expect(parts.length).toBeGreaterThan(10);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(128 * 1024);
  });
});

describe('an answer in parts', () => {
  const long = { items: rows(3_000), nextCursor: null };
  const ownList = Object.assign(rows(60), { toJSON: () => 'as it wants' });

  async function answered(path: string, method = 'GET'): Promise<{ headers: Headers; text: string }> {
    const app = express();
    app.response.json = inParts(app.response.json);
    app.set('etag', false);
    app.get('/long', (_request, response) => void response.json(long));
    app.get('/short', (_request, response) => void response.json({ items: [] }));
    app.get('/own', (_request, response) => void response.json({ items: rows(60), toJSON: () => 'as it wants' }));
    app.get('/list', (_request, response) => void response.json(ownList));
    app.get('/typed', (_request, response) => void response.type('application/problem+json').json(long));
    const server = app.listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return { headers: response.headers, text: await response.text() };
    } finally {
      server.close();
    }
  }

  test('is whole, and says how long it is and what', async () => {
    const { headers, text } = await answered('/long');
    expect(text).toBe(JSON.stringify(long));
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('to HEAD has the head alone, with the length', async () => {
    const { headers, text } = await answered('/long', 'HEAD');
    expect(text).toBe('');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(long))));
  });

  test('that is short has the same head', async () => {
    const { headers, text } = await answered('/short');
    expect([text, headers.get('content-type'), headers.get('content-length')]).toEqual([
      '{"items":[]}',
      'application/json; charset=utf-8',
      '12',
    ]);
  });

  test.each(['/own', '/list'])('leaves what says its JSON itself as it says (%s)', async (path) => {
    expect((await answered(path)).text).toBe('"as it wants"');
  });

  test('keeps another type that was set', async () => {
    const { headers, text } = await answered('/typed');
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(text).toBe(JSON.stringify(long));
  });
});
