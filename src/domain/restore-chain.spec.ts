import { describe, expect, test } from '@jest/globals';
import { chainOf, isVolumeLost, restorabilityOf, type RunMedia } from './restore-chain.js';

const levels: Readonly<Record<string, string>> = { F: 'Full', D: 'Differential', I: 'Incremental', V: 'VirtualFull' };

/** `F1 I2 D3x`: level, job id, `x` for purged, `-` for one that read no file; the data's time is ten times the id unless `@` gives it. */
function runsOf(text: string) {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [, level = '', id = '', mark, at] = /^(\w)(\d+)([x-]?)(?:@(\d+))?$/.exec(word) ?? [];
      const dataTime = at === undefined ? Number(id) * 10 : Number(at);
      const hasReadNoFile = mark === '-';
      const about = { dataTime, isPurged: mark === 'x', hasReadNoFile, files: hasReadNoFile ? 0 : 1 };
      return { jobId: Number(id), level: levels[level] ?? level, ...about };
    });
}

function chainText(history: string, pointId: number): string {
  const runs = runsOf(history);
  const point = runs.find((run) => run.jobId === pointId);
  if (!point) throw new Error(`no run ${pointId}`);
  const chain = chainOf(runs, point);
  const lost = chain.lost.map((run) => `-${run.jobId}`);
  return [...chain.runs.map((run) => String(run.jobId)), ...lost, ...(chain.hasFull ? [] : ['no Full'])].join(' ');
}

describe('chainOf', () => {
  test.each([
    ['a Full needs no other run', 'F1 I2 F3', 3, '3'],
    ['an Incremental needs all back to the Full', 'F1 I2 I3 I4', 4, '1 2 3 4'],
    ['runs after the point are left out', 'F1 I2 I3 I4', 3, '1 2 3'],
    ['a Differential replaces the Incrementals before it', 'F1 I2 D3', 3, '1 3'],
    ['Incrementals follow the last Differential', 'F1 I2 D3 I4 D5 I6 I7', 7, '1 5 6 7'],
    ['a Differential before the Full is forgotten', 'F1 D2 F3 I4', 4, '3 4'],
    ['a virtual Full is a Full', 'F1 I2 V3 I4', 4, '3 4'],
    ['the order is that of the data, not of the ids', 'F9@10 I2@20 I1@30', 1, '9 2 1'],
    ['the id decides where the data is of one time', 'F1@10 I2@20 I3@20', 2, '1 2'],
    ['the order of the list does not matter', 'I3 F1 I2', 3, '1 2 3'],
    ['reports what is left without a Full', 'I2 I3', 3, '2 3 no Full'],
    ['a purged Full leads back to the one before', 'F1 I2 F3x I4', 4, '1 2 4 -3'],
    ['a purged Incremental is missed', 'F1 I2x I3', 3, '1 3 -2'],
    ['a purged run that the chain has no use for is not missed', 'F1 I2x D3 I4', 4, '1 3 4'],
    ['a Full that read no file leads back to the one before', 'F1 I2 F3- I4', 4, '1 2 4'],
    ['a Differential that read no file hides no Incremental', 'F1 I2 D3- I4', 4, '1 2 4'],
    ['an Incremental that read no file stays', 'F1 I2- I3', 3, '1 2 3'],
    ['the only Full having read no file leaves none', 'F1- I2', 2, '2 no Full'],
    ['the only Full being purged leaves none', 'F1x I2', 2, '2 -1 no Full'],
  ])('%s', (_fact, history, point, chain) => {
    expect(chainText(history, point)).toBe(chain);
  });
});

describe('restorabilityOf', () => {
  const good = (jobId: number): RunMedia => ({ jobId, volumes: 1, unavailable: [] });
  const lost = (jobId: number): RunMedia => ({ jobId, volumes: 1, unavailable: [{ volume: 'V1', status: 'Error' }] });
  const ask = (history: string, media: RunMedia[]) => {
    const runs = runsOf(history);
    const chain = chainOf(runs, runs.at(-1)!);
    return restorabilityOf(chain, new Map(media.map((own) => [own.jobId, own])));
  };

  test('a chain with all its volumes is restorable', () => {
    expect(ask('F1 I2', [good(1), good(2)])).toEqual({ restorable: 'yes', faults: [] });
  });

  test('a lost volume makes the chain partial and is named', () => {
    expect(ask('F1 I2', [good(1), lost(2)])).toEqual({
      restorable: 'partial',
      faults: [
        {
          code: 'volume_unavailable',
          params: { volume: 'V1', jobId: 2, status: 'Error' },
          text: 'Volume "V1", which run 2 needs, has status Error.',
        },
      ],
    });
  });

  test('nothing can be restored when no run has a volume left', () => {
    expect(ask('F1 I2', [lost(1)]).restorable).toBe('no');
  });

  test('a missing Full and purged files are reasons', () => {
    const { restorable, faults } = ask('F1x I2', [good(2)]);
    expect(restorable).toBe('partial');
    expect(faults).toMatchObject([
      { code: 'no_full', params: {} },
      { code: 'records_purged', params: { jobId: 1, level: 'Full' } },
    ]);
  });

  test('a Full that read no file is a reason, and the chain before it is what can be restored', () => {
    const { restorable, faults } = ask('F1 F2- I3', [good(1), good(3)]);
    expect(restorable).toBe('partial');
    expect(faults).toMatchObject([{ code: 'nothing_read', params: { jobId: 2, level: 'Full' } }]);
    expect(ask('F1 F2- F3', [good(3)])).toEqual({ restorable: 'yes', faults: [] });
  });

  test('a run without files needs no volume', () => {
    const [run] = runsOf('F1');
    const chain = { runs: [{ ...run!, files: 0 }], hasFull: true, lost: [], passedOver: [] };
    expect(restorabilityOf(chain, new Map())).toEqual({ restorable: 'yes', faults: [] });
  });
});

test.each([
  ['Error', true],
  ['Purged', true],
  ['Missing', true],
  ['Full', false],
  ['Append', false],
  ['Archive', false],
])('a volume with the status %s is lost: %s', (status, isLost) => {
  expect(isVolumeLost(status)).toBe(isLost);
});
