import { describe, expect, it, jest } from '@jest/globals';
import { UnchangedReadCache } from './director-sync.js';

describe('what a catalog answered', () => {
  const taking = () => jest.fn(() => Promise.resolve());

  it('is taken once while it stays the same', async () => {
    const [reads, take] = [new UnchangedReadCache(), taking()];
    await reads.unlessSettled('new', [{ jobId: 7, endedAt: new Date(0) }], take);
    await reads.unlessSettled('new', [{ jobId: 7, endedAt: new Date(0) }], take);
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('is taken again where anything of it changed, and where it changed back', async () => {
    const [reads, take] = [new UnchangedReadCache(), taking()];
    for (const status of ['running', 'completed', 'running']) await reads.unlessSettled('new', [{ status }], take);
    expect(take).toHaveBeenCalledTimes(3);
  });

  it('is taken for each question of its own', async () => {
    const [reads, take] = [new UnchangedReadCache(), taking()];
    await reads.unlessSettled('new', [], take);
    await reads.unlessSettled('unfinished 0', [], take);
    expect(take).toHaveBeenCalledTimes(2);
  });

  it('is taken again after it could not be', async () => {
    const reads = new UnchangedReadCache();
    const take = jest
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('The database is away.'))
      .mockResolvedValue();
    await expect(reads.unlessSettled('new', [1], take)).rejects.toThrow('away');
    await reads.unlessSettled('new', [1], take);
    expect(take).toHaveBeenCalledTimes(2);
  });

  it('is not trusted for longer than half a minute', async () => {
    let now = 0;
    const [reads, take] = [new UnchangedReadCache(() => now), taking()];
    for (now of [0, 29_999, 30_000]) await reads.unlessSettled('new', [1], take);
    expect(take).toHaveBeenCalledTimes(2);
  });
});
