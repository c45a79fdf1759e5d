import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type LogTails } from '../../src/domain/run-reader.port.js';
import { RecordFixture } from '../harness/fixtures/run-store-fixture.js';
import { endsTold } from '../harness/fixtures/run-records.js';

let fixture: RecordFixture;

beforeEach(async () => {
  fixture = await RecordFixture.open();
});

afterEach(() => fixture.close());

describe('the log of a run that ended', () => {
  /** What each question for the ends of logs meets. */
  async function endWith(answer: (ask: () => Promise<LogTails>) => Promise<LogTails>): Promise<unknown> {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun({});
    await fixture.source.maker.recordLine(jobId, 'Start Backup\n');
    const { catalog } = fixture.source;
    const ask = catalog.runs.lastLogLines.bind(catalog.runs);
    catalog.runs.lastLogLines = (...question) => answer(() => ask(...question));
    await feeder.poll();
    const [event] = await endsTold(fixture.database);
    return event?.data['log'];
  }

  test('is left out where the catalog fails over it', async () => {
    expect(await endWith(() => Promise.reject(new Error('no')))).toEqual([]);
  });

  test('is not waited for longer than a second', async () => {
    expect(await endWith(() => new Promise(() => undefined))).toEqual([]);
  });

  test('is waited for until its closing report is there', async () => {
    let asked = 0;
    const log = await endWith(async (ask) => {
      asked += 1;
      if (asked === 3) await fixture.source.maker.recordLine(1, '  Termination:            Backup OK\n');
      return ask();
    });
    expect(log).toEqual(['Start Backup', '  Termination:            Backup OK']);
  });

  test('is told as it is where no report comes, odd bytes and endless lines included', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun({});
    await fixture.source.maker.recordLine(jobId, Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    await fixture.source.maker.recordLine(jobId, `x${'😀'.repeat(5_000)}`);
    await feeder.poll();
    const [event] = await endsTold(fixture.database);
    const [odd, endless] = event!.data['log'] as [string, string];
    expect([odd, endless]).toEqual(['caf\ufffd', `x${'😀'.repeat(1_999)}\ufffd`]);
  });
});
