import { beforeAll, describe, expect, test } from '@jest/globals';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { type RelocationInput, relocationOf } from '../../src/domain/restore-target.js';
import { PathRelocator } from '../../src/platform/expressions/relocated-path.js';
import { readTree, type TreeEntry } from '../harness/fixtures/tree.js';
import { type Fixture, type Restored } from './fixture.js';
import { type History } from './history.js';

/** Relocations of the tree into a folder, each by its fact. */
const rows: Readonly<Record<string, (tree: string, where: string) => RelocationInput>> = {
  'a prefix goes before every path': (_, where) => ({ addPrefix: where }),
  'a prefix is stripped from what begins with it': (tree, where) => ({ stripPrefix: tree, addPrefix: where }),
  'a folder that is stripped leaves its neighbors as they are': (tree, where) => ({
    stripPrefix: `${tree}/sub`,
    addPrefix: where,
  }),
  'a suffix is added to files and links, and not to folders': (tree, where) => ({
    stripPrefix: tree,
    addPrefix: where,
    addSuffix: '.old~1',
  }),
  'expressions change one path after the other, with groups and without the case of letters': (tree, where) => ({
    regex: `!^${tree}/(one|empty)[.]TXT$!${where}/$1.bak!i,|^(${tree})/sub/deeper/(.*)$|${where}/flat/$2|,!^${tree}!${where}/rest!`,
  }),
  'the longest of two alternatives is taken': (tree, where) => ({
    regex: `!^${tree}/one|^${tree}/one[.]txt!${where}/x!,!^${tree}!${where}/rest!`,
  }),
};

/** Files come back where the preview says that they will, byte by byte. */
export function declareRelocations(fixture: () => Fixture, history: () => Promise<History>): void {
  describe('relocation', () => {
    const begun = new Map<string, Promise<Restored>>();

    const begin = async (inputOf: (typeof rows)[string]): Promise<Restored> => {
      const { last } = await history();
      const where = fixture().freshFolder();
      const relocation = relocationOf(inputOf(fixture().tree, where));
      const jobids = await fixture().chainOfPoint(last);
      return fixture().restore({ jobids, selection: [fixture().path('')], where, relocation }, last.client!);
    };

    beforeAll(() => {
      for (const [fact, inputOf] of Object.entries(rows)) {
        const promise = begin(inputOf);
        // Its own test meets the failure.
        promise.catch(() => undefined);
        begun.set(fact, promise);
      }
    });

    test.each(Object.entries(rows))('%s', async (fact, inputOf) => {
      const { run, where } = (await begun.get(fact))!;
      expect(run).toMatchObject({ type: 'Restore', status: 'completed', errors: 0 });
      const { tree } = fixture();
      const relocator = new PathRelocator(relocationOf(inputOf(tree, where)));
      const targetOf = (name: string): string => {
        const path = RawPath.ofBytes(Buffer.from(`${Buffer.from(tree).toString('latin1')}/${name}`, 'latin1'));
        return relocator.relocate(path).bytes.toString('latin1');
      };
      const expected = filesOf(readTree(tree)).map(([name, entry]) => [targetOf(name), contentOf(entry)] as const);
      const restored = filesOf(readTree(where)).map(([name, entry]) => [`${where}/${name}`, contentOf(entry)] as const);
      expect(new Map(restored)).toEqual(new Map(expected));
    });

    test('without the right to it only a prefix leads into the folders for restores', async () => {
      const { last } = await history();
      const jobids = await fixture().chainOfPoint(last);
      const where = fixture().freshFolder();
      for (const input of [{ regex: `!^!${where}!` }, { addPrefix: fixture().tree }, { addSuffix: '.x' }]) {
        const order = { jobids, where, relocation: relocationOf(input), anywhere: false };
        await expect(fixture().restore(order, last.client!)).rejects.toMatchObject({ code: 'where_not_allowed' });
      }
    });
  });
}

function filesOf(tree: ReadonlyMap<string, TreeEntry>): (readonly [string, TreeEntry])[] {
  return [...tree].filter(([, { type }]) => type !== 'folder');
}

function contentOf({ type, size, sha256, target }: TreeEntry) {
  return { type, size, sha256, target };
}
