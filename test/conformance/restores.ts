import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ReplacePolicy, type RestoreOrder } from '../../src/domain/director.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { readRestoreReport } from '../../src/domain/restore-facts.js';
import { until } from '../harness/fixtures/until.js';
import { readTree, type TreeEntry } from '../harness/fixtures/tree.js';
import { deletedAfterFull, type History } from './history.js';
import { type Restored, type Fixture } from './fixture.js';

/** Catalogs of Bacula keep whole seconds. */
function inSeconds(tree: ReadonlyMap<string, TreeEntry>): Record<string, unknown> {
  const entries = [...tree].map(([name, { modifiedUs = 0n, ...entry }]) => {
    return [name, { modified: modifiedUs / 1_000_000n, ...entry }] as const;
  });
  return Object.fromEntries(entries);
}

export function declareRestores(
  fixture: () => Fixture,
  hasOtherClient: boolean,
  history: () => Promise<History>,
): void {
  const lastChain = async () => fixture().chainOfPoint((await history()).last);
  const client = async () => (await history()).full.client!;
  /** A folder that restores into `where` find something in already. */
  const prepared = (name: string, text: string, seconds: number): string => {
    const where = fixture().freshFolder();
    const file = join(where + fixture().tree, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, seconds, seconds);
    return where;
  };

  const restoreOf = async (order: Partial<RestoreOrder>, forClient?: string) =>
    fixture().restore({ jobids: await lastChain(), ...order }, forClient ?? (await client()));

  /** All restores go side by side; each test looks at one of them. */
  const begin: Readonly<Record<string, () => Promise<Restored>>> = {
    everything: () => restoreOf({}),
    older: async () =>
      restoreOf({ jobids: [(await history()).full.jobId], selection: [fixture().path(deletedAfterFull)] }),
    several: () => restoreOf({ selection: severalPaths() }),
    hardLink: () => restoreOf({ selection: [fixture().path(hardLink)] }),
    folderOfLinks: () => restoreOf({ selection: [fixture().path('sub/')] }),
    deeper: () => restoreOf({ selection: [fixture().path('sub/deeper/')] }),
    ...Object.fromEntries(replaceCases.map((one) => [one.join(' '), () => replacing(one[0], one[1])])),
    ...(hasOtherClient
      ? { other: () => restoreOf({ selection: [fixture().path('one.txt')] }, fixture().subject.otherClient) }
      : {}),
  };
  const begun = new Map<string, Promise<Restored>>();
  const restored = (name: string): Promise<Restored> => {
    const found = begun.get(name);
    if (!found) throw new Error(`No restore ${name} was begun.`);
    return found;
  };
  const severalPaths = () => [
    ...severalNames.map((name) => fixture().path(name)),
    ...['caf\xe9 latin1.txt', 'd\xfcsseldorf/'].map((name) => fixture().latin1Path(name)),
  ];
  const replacing = (replace: ReplacePolicy, seconds: number): Promise<Restored> => {
    const where = prepared('one.txt', 'was here\n', seconds);
    return restoreOf({ selection: [fixture().path('one.txt')], where, replace });
  };

  describe('restores', () => {
    beforeAll(() => {
      for (const [name, restore] of Object.entries(begin)) {
        const promise = restore();
        // Its own test meets the failure.
        promise.catch(() => undefined);
        begun.set(name, promise);
      }
    });

    test('a whole chain comes back as the tree was: bytes, modes, times, links, empty folders, without deleted files', async () => {
      const { run, tree } = await restored('everything');
      expect(run).toMatchObject({ type: 'Restore', status: 'completed', errors: 0 });
      expect(inSeconds(readTree(tree))).toEqual(inSeconds(readTree(fixture().tree)));
    });

    test('an older point brings back what was deleted since', async () => {
      const { run, tree } = await restored('older');
      expect(run).toMatchObject({ status: 'completed', files: 1 });
      expect(readFileSync(join(tree, deletedAfterFull), 'utf8')).toBe('wildcards\n');
    });

    test('several files and a folder come back alone, whatever bytes their names have', async () => {
      const { run, tree } = await restored('several');
      expect(run.status).toBe('completed');
      const wanted = [...severalNames.map((name) => Buffer.from(name).toString('latin1')), 'caf\xe9 latin1.txt'];
      expect([...readTree(tree).keys()].sort()).toEqual(
        [...wanted, 'd\xfcsseldorf', 'd\xfcsseldorf/inside.txt'].sort(),
      );
      expect(readFileSync(join(tree, '日本語.txt'), 'utf8')).toBe('changed before the last Incremental\n');
    });

    test('the second name of a hard link comes back with its data when it is chosen alone', async () => {
      const { run, tree } = await restored('hardLink');
      expect(run).toMatchObject({ status: 'completed', errors: 0 });
      expect(readFileSync(join(tree, hardLink), 'utf8')).toBe('one\n');
    });

    test('a hard link comes back with its folder though its first name lies outside', async () => {
      const { run, tree } = await restored('folderOfLinks');
      expect(run).toMatchObject({ status: 'completed', errors: 0 });
      expect(readFileSync(join(tree, hardLink), 'utf8')).toBe('one\n');
    });

    test('a folder takes its own tree only', async () => {
      const { run, tree } = await restored('deeper');
      expect(run.status).toBe('completed');
      const deepest = 'sub/deeper/deepest';
      expect([...readTree(tree).keys()].sort()).toEqual(['sub', 'sub/deeper', deepest, `${deepest}/block.bin`]);
    });

    test.each(replaceCases)('replace %s over a file of %d: %s', async (...one) => {
      const { run, tree } = await restored(one.join(' '));
      expect(['completed', 'warning']).toContain(run.status);
      expect(readFileSync(join(tree, 'one.txt'), 'utf8')).toBe(one[2] === 'kept' ? 'was here\n' : 'one\n');
    });

    test.each(replaceCases)('replace %s over a file of %d ends as what it did, and says where: %s', async (...one) => {
      const { run, where } = await restored(one.join(' '));
      const isKept = one[2] === 'kept';
      const { catalog } = fixture().subject;
      // A real Director writes the report that closes the log a moment after the end.
      const report = await until(async () => {
        const tails = await catalog.runs.lastLogLines(fullScope, [run.jobId], 10);
        return readRestoreReport(run.jobId, tails.get(run.jobId) ?? [], one[0]);
      });
      expect(report.chosen).toBe(1);
      // Bacula before 11 does not say where.
      if ((report.where ?? null) !== null) expect(report).toMatchObject({ where, replace: one[0] });
      const listed = await catalog.restore.listRestored(fullScope, run.jobId, { limit: 10 });
      if (listed === null) {
        // Bacula counts what it skipped as restored: then nothing is said of it.
        expect(report.restored).toBe(one[0] === 'always' || run.files === 0 ? run.files : null);
        return;
      }
      expect(run.status).toBe(isKept ? 'warning' : 'completed');
      expect(report).toMatchObject({ restored: isKept ? 0 : 1, skipped: isKept ? 1 : 0, failed: 0 });
      expect(listed.items.map(({ path, outcome }) => [path.text, outcome])).toEqual([
        [fixture().path('one.txt').text, isKept ? 'skipped' : 'restored'],
      ]);
    });

    test('a restore may not write outside the folders for restores without the right to it', async () => {
      const where = join(fixture().tree, 'not here');
      await expect(restoreOf({ where, anywhere: false })).rejects.toMatchObject({ code: 'where_not_allowed' });
      expect(existsSync(where)).toBe(false);
    });

    test('a restore for an unknown client is refused and runs nothing', async () => {
      const mark = fixture().newMark();
      await expect(restoreOf({ mark }, 'no-such-client')).rejects.toMatchObject({ code: 'unknown_client' });
      expect(await fixture().subject.director.findRunByTag(fullScope, mark)).toBeNull();
    });

    if (!hasOtherClient) return;
    test('a restore for another client is written by that one', async () => {
      const { run, tree } = await restored('other');
      expect(run).toMatchObject({ status: 'completed', client: fixture().subject.otherClient });
      expect(readFileSync(join(tree, 'one.txt'), 'utf8')).toBe('one\n');
    });
  });
}

const hardLink = 'sub/hard link of one.txt';
const severalNames = ['Grüße aus Köln.txt', '日本語.txt', `both "quotes' and back\\slash.txt`];

/** The policy, when the file that is in the way was changed (seconds; what was backed up is of today), and what becomes of it. */
const replaceCases: readonly (readonly [ReplacePolicy, number, 'kept' | 'replaced'])[] = [
  ['never', 2_000_000_000, 'kept'],
  ['never', 1_000_000_000, 'kept'],
  ['always', 2_000_000_000, 'replaced'],
  ['ifnewer', 2_000_000_000, 'kept'],
  ['ifnewer', 1_000_000_000, 'replaced'],
];
