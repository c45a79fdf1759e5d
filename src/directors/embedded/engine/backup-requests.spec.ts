import { describe, expect, test } from '@jest/globals';
import { chooseChain } from './backup-requests.js';
import { type ChainCandidate } from './run-store.js';

const run = (jobId: number, level: string, more: Partial<ChainCandidate> = {}): ChainCandidate => ({
  jobId,
  level,
  filesetId: 1,
  startedAt: '',
  isDamaged: false,
  ...more,
});
const ids = (level: 'Full' | 'Differential' | 'Incremental', candidates: ChainCandidate[]): number[] =>
  chooseChain(level, candidates, 1).chain.map(({ jobId }) => jobId);

describe('what a run builds upon', () => {
  const history = [run(1, 'F'), run(2, 'I'), run(3, 'D'), run(4, 'I'), run(5, 'D'), run(6, 'I'), run(7, 'I')];

  test('a Full upon nothing, a Differential upon the Full', () => {
    expect(ids('Full', history)).toEqual([]);
    expect(ids('Differential', history)).toEqual([1]);
  });

  test('an Incremental upon the Full, the last Differential and the Incrementals after it', () => {
    expect(ids('Incremental', history)).toEqual([1, 5, 6, 7]);
    expect(ids('Incremental', history.slice(0, 2))).toEqual([1, 2]);
  });

  test.each([
    ['there is no Full', []],
    ['the fileset was changed', [run(1, 'F', { filesetId: 2 })]],
    ['a volume of the chain is in error', [run(1, 'F'), run(2, 'I', { isDamaged: true })]],
  ])('becomes a Full if %s, and reports it as Bacula does', (_why, candidates) => {
    const chosen = chooseChain('Incremental', candidates, 1);
    expect(chosen).toMatchObject({ level: 'Full', chain: [] });
    expect(chosen.upgrade).toContain('No prior or suitable Full backup found in catalog. Doing FULL backup.');
  });

  test('a damaged Incremental does not hinder a Differential', () => {
    expect(ids('Differential', [run(1, 'F'), run(2, 'I', { isDamaged: true })])).toEqual([1]);
  });
});
