import { expect, test } from '@jest/globals';
import { shownFilesets } from './shown-filesets.js';

const shown = `FileSet: name=My Home IgnoreFileSetChanges=0
      O M
      WF *.iso
      N
      I /home
      I /srv/with space
      N
      E /home/tmp
      N
FileSet: name=Etc IgnoreFileSetChanges=1
      O M
      N
      I /etc
      N
`;

test('the paths of each fileset are read from what Bacula shows, and whether patterns choose further', () => {
  expect([...shownFilesets(shown)]).toEqual([
    ['My Home', { include: ['/home', '/srv/with space'], exclude: ['/home/tmp'], hasPatterns: true }],
    ['Etc', { include: ['/etc'], exclude: [], hasPatterns: false }],
  ]);
});

test('an answer without filesets has none', () => {
  expect([...shownFilesets('show: is an invalid command.\n      I /etc\n')]).toEqual([]);
});
