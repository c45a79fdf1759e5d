import { expect, test } from '@jest/globals';
import { shownJobs } from './show-output.js';

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
