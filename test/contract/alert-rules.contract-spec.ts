import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('every alert rule uses only metrics that docs/operate/metrics.md describes', () => {
  const described = new Set([...read('docs/operate/metrics.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  const used = rules.flatMap(({ alert, expr }) => (expr.match(/backup_\w+/g) ?? []).map((name) => `${alert}: ${name}`));
  expect(used.length).toBeGreaterThanOrEqual(rules.length - 1);
  expect(used.filter((one) => !described.has(one.split(': ')[1]))).toEqual([]);
});

test('a job that is overdue, critically overdue or was never backed up has an alert rule', () => {
  const states = rules.filter(({ expr }) => expr.includes('backup_job_protection_state'));
  expect(states.map(({ alert, expr }) => [alert, expr.split('== ')[1]])).toEqual([
    ['BackupJobCritical', '2'],
    ['BackupJobOverdue', '1'],
    ['BackupJobNeverBackedUp', '3'],
  ]);
});
