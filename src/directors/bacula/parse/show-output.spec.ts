import { expect, test } from '@jest/globals';
import { shownJobs, shownFilesets } from './show-output.js';

const shown = `FileSet: name=My Home IgnoreFileSetChanges=0
      O M
      WF *.iso
      N
      Z .nobackup
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

test('the paths and marker files of each fileset are read from what Bacula shows, and whether patterns choose further', () => {
  const [home, etc] = [
    { include: ['/home', '/srv/with space'], exclude: ['/home/tmp'] },
    { include: ['/etc'], exclude: [] },
  ];
  expect([...shownFilesets(shown)]).toEqual([
    ['My Home', { ...home, excludePresets: [], markerFiles: ['.nobackup'], hasPatterns: true }],
    ['Etc', { ...etc, excludePresets: [], markerFiles: [], hasPatterns: false }],
  ]);
});

test('an answer without filesets has none', () => {
  expect([...shownFilesets('show: is an invalid command.\n      I /etc\n')]).toEqual([]);
});

test('a restore job with expressions of its own is known from what Bacula shows', () => {
  const jobs = shownJobs(`Job: name=RestoreFiles JobType=82 level= Priority=10 Enabled=1
     PrefixLinks=0
  --> Client: Name=alpha-fd Enabled=1 Address=127.0.0.1 FDport=9102
  --> RegexWhere=!^/home!/srv!
Job: name=RestorePlain JobType=82 level= Priority=10 Enabled=1
     PrefixLinks=0
  --> Where=/srv/restored
`);
  expect([...jobs].map(([name, { hasRelocation }]) => [name, hasRelocation])).toEqual([
    ['RestoreFiles', true],
    ['RestorePlain', false],
  ]);
});
