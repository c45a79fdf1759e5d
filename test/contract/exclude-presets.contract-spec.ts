import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { excludePresetNames, excludePresets } from '../../src/directors/embedded/resources/exclude-presets.js';

const page = readFileSync(new URL('../../docs/operate/filesets.md', import.meta.url), 'utf8');

test('docs/operate/filesets.md lists exactly the patterns of the exclude presets, each with a reason', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\| (.*\S) +\|$/gm)];
  const ofCode = excludePresetNames.flatMap((name) => excludePresets[name].map((pattern) => [name, pattern]));
  expect(rows.map(([, name, pattern]) => [name, pattern])).toEqual(ofCode);
  expect(rows.filter(([, , , reason = '']) => reason.length < 10)).toEqual([]);
});
