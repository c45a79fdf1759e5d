import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readBy, readingCommands } from '../../src/features/directors/console/director-console.service.js';
import { consoleSuggestions } from '../../web/src/features/directors/console-suggestions.js';

const guide = readFileSync(new URL('../../docs/operate/directors.md', import.meta.url), 'utf8');

test('every command that the page suggests only reads', () => {
  expect(consoleSuggestions.filter((command) => readBy(command) === null)).toEqual([]);
});

test('the guide lists exactly the commands that run without confirmation, each with its capability', () => {
  const rows = [...guide.matchAll(/^\| (`[^|]+) +\| `(\w+:read)` +\|$/gm)];
  const written = rows.flatMap(([, commands = '', capability]) =>
    [...commands.matchAll(/`([^`]+)`/g)].map(([, command]) => `${command} ${capability}`),
  );
  const known = Object.entries(readingCommands).map(([command, capability]) => `${command} ${capability}`);
  expect(written.sort()).toEqual(known.sort());
});
