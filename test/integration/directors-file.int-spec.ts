import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readDirectorsFile } from '../../src/start/directors-file.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-directors-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string): unknown {
  const file = join(folder, 'directors.yaml');
  writeFileSync(file, text);
  return readDirectorsFile(file);
}

test('without a file the embedded Director stands alone', () => {
  expect(readDirectorsFile(null)).toEqual([{ name: 'embedded', kind: 'embedded', isDefault: true }]);
});

test('an embedded Director may have another name', () => {
  expect(read('directors:\n  - name: this-machine\n    kind: embedded\n')).toEqual([
    { name: 'this-machine', kind: 'embedded', isDefault: true },
  ]);
});

test.each([
  ['', /must hold a list `directors`/],
  ['directors: [', /^DIRECTORS_FILE .*directors\.yaml: .*line 1/],
  ['directors: []', /must hold a list `directors`/],
  ['directors: [{name: a, kind: bareos}]', /directors\[0\]\.kind must be embedded/],
  ['directors: [{name: "", kind: embedded}]', /directors\[0\]\.name must be a name/],
  ['directors: [{name: a, kind: embedded, port: 9101}]', /directors\[0\]\.port is not known/],
  ['directors: [{name: a, kind: embedded, default: perhaps}]', /default must be true or false/],
  ['directors: [{name: a, kind: embedded}, {name: a, kind: embedded}]', /the name a stands twice/],
  ['directors: [{name: a, kind: embedded}, {name: b, kind: embedded}]', /only one Director of kind embedded/],
])('%j is refused in a sentence that names the fault', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});

test('a folder is refused in a sentence that names the setting', () => {
  expect(() => readDirectorsFile(folder)).toThrow(`DIRECTORS_FILE ${folder}: EISDIR`);
});
