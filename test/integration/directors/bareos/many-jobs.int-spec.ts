import { afterEach, expect, test } from '@jest/globals';
import { fullScope } from '../../../../src/domain/principal.js';
import { type BareosFixture, openBareosFixture } from '../../../harness/fixtures/bareos-fixture.js';

const open: BareosFixture[] = [];

afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

/** What reading the configuration of a Director takes that has so many jobs and clients. */
async function costOf({ jobs, clients, hides = [] }: { jobs: number; clients: number; hides?: readonly string[] }) {
  const made = await openBareosFixture();
  open.push(made);
  const { bareos, director } = made;
  bareos.commands = bareos.commands.filter((command) => !hides.includes(command));
  for (let n = 3; n < jobs; n += 1)
    bareos.jobs.set(`job-${n}`, { type: 'Backup', level: 'Full', client: 'a-fd', enabled: true });
  bareos.clients = Array.from({ length: clients }, (_, n) => `client-${n}`);
  const listed = await Promise.all([director.listJobs(fullScope), director.listClients(fullScope)]);
  expect(listed.map(({ length }) => length)).toEqual([jobs, clients]);
  const reading = /^(?:\.jobs|\.clients|\.filesets|\.pools|\.storages|\.defaults|show)\b/;
  const said = bareos.said.filter(({ text }) => reading.test(text));
  return { commands: said.length, connections: new Set(said.map(({ session }) => session)).size };
}

test('10,000 jobs are read on one connection, with as many commands as 1,000 take', async () => {
  const few = await costOf({ jobs: 1_000, clients: 2 });
  const many = await costOf({ jobs: 10_000, clients: 2 });
  expect(few.connections).toBe(1);
  expect(many).toEqual(few);
});

test('each client costs one command, as each job does of a console that may not show jobs, all on one connection', async () => {
  const few = await costOf({ jobs: 10, clients: 10, hides: ['show'] });
  const many = await costOf({ jobs: 1_500, clients: 1_500, hides: ['show'] });
  expect(many).toEqual({ connections: 1, commands: few.commands + 2 * 1_490 });
});
