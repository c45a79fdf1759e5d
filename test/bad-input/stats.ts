import {
  type BadRow, invalid, unknownParameters, unwantedBodies, wrongDirectors, wrongPages, wrongTimes, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const one = [...unknownParameters, ...unwantedBodies, ...wrongDirectors('all')];
const list = [...one, ...wrongPages];
const span: readonly BadRow[] = [
  ...wrongTimes('since'),
  ...wrongTimes('until'),
  ['since after until', { query: 'since=2026-11-20T21:00:00Z&until=2026-11-18T21:00:00Z' }, invalid('until')],
  ['a day of the year 10000', { query: 'until=9999-12-31T23:59:59%2B23:59' }, invalid('until')],
  ['a day of the year 0', { query: 'since=0000-01-01T00:00:00Z&until=0000-02-01T00:00:00Z' }, invalid('since')],
  ['since at until', { query: 'since=2026-11-20T00:00:00Z&until=2026-11-20T00:00:00Z' }, invalid('until')],
  ['days beside a time', { query: 'days=7&until=2026-11-20T00:00:00Z' }, invalid('days')],
  ['401 days', { query: 'since=2025-10-15T00:00:00Z&until=2026-11-20T00:00:00Z' }, invalid('since')],
];
const words = (name: string, values: readonly string[]): BadRow[] =>
  values.map((value) => [`${name}=${value}`, { query: `${name}=${value}` }, invalid(name)]);
const spanDays = words('days', ['', '0', '401', '-7', '7.5', 'x']);
const lastDays = words('days', ['', '0', '6', '91', '-7', '7.5', 'x', '1e1']);
const format = words('format', ['', 'xml', 'CSV', 'json,csv']);
const type = words('type', ['', 'backups', 'Backup,none', 'B']);

export const stats = area(
  ['/stats/'],
  {},
  {
    'GET /stats/summary': [...one, ...span, ...spanDays, ...format, ...type],
    'GET /stats/jobs': [...list, ...span, ...spanDays, ...format, ...type, ...wrongWords('job', 'any')],
    'GET /stats/clients': [
      ...list,
      ...span,
      ...spanDays,
      ...format,
      ...type,
      ...wrongWords('client', 'any'),
      ...words('sort', ['', 'name', 'Bytes', 'bytes,files', '-bytes']),
    ],
    'GET /stats/storage': [...list, ...span, ...spanDays, ...wrongWords('pool', 'any')],
    'GET /stats/days': [...list, ...format, ...wrongWords('client', 'any'), ...lastDays],
    'GET /stats/jobs/days': [...list, ...wrongWords('job', 'any'), ...lastDays],
    'GET /stats/outliers': list,
  },
);
