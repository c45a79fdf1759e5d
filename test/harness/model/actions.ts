import fc from 'fast-check';
import { type EntryType } from '../../../src/domain/catalog-entry.js';

/** What may happen on clients, in the catalog and to the index, drawn at random. Paths are raw bytes as Latin-1 text. */
export type Edit =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly mode: number;
      readonly size: number;
      readonly day: number;
    }
  | { readonly kind: 'delete'; readonly pick: number }
  | { readonly kind: 'rename'; readonly pick: number; readonly path: string };

export type Act =
  | { readonly do: 'change'; readonly client: string; readonly edits: readonly Edit[] }
  | {
      readonly do: 'back up';
      /** What happens just before. */
      readonly edits: readonly Edit[];
      readonly client: string;
      readonly fileset: string;
      readonly level: 'F' | 'D' | 'I' | 'B';
      readonly status: string;
      /** Deletions are told. */
      readonly isAccurate: boolean;
      /** One file is recorded twice. */
      readonly isRepeated: boolean;
      /** Its data is of the same second as that of the run before. */
      readonly isSameSecond: boolean;
    }
  | {
      readonly do: 'consolidate' | 'copy' | 'promote' | 'replace' | 'migrate' | 'purge' | 'prune';
      readonly pick: number;
    }
  | { readonly do: 'feed' }
  | { readonly do: 'rebuild' };

export const clients = ['ada', 'bob'];
export const filesets = ['Home', 'Part'];
/** The second fileset holds what is here; the first one holds all. */
export const partOfAll = '/a/';

const bytes = (text: string) => Buffer.from(text).toString('latin1');
const folders = [...'/ /a/ /a/b/ /A/ /a%/ /a_/ /\xe9/ C:/ /a/\\/'.split(' '), bytes('/ä/'), '/x\ny/', '/a b/'];
const names = [
  ..."a A b ab % _ \\ \\n x\ny \n \x01 0 ~ a*b a? . ' #1 \xe9 caf\xe9 \xe9\xe8 \xc3".split(' '),
  ...'ä Ä ß ς Σ é e\u0301 Ж 😀 K report-2024.PDF ﬁ'.split(' ').map(bytes),
  'a b',
  ' ',
];
/** Parts, wholes and letters that many, few and no names have. */
const texts = [
  ...'a ab ä Σ É ж k % _ \\ \n . 0 zz port 2024.p \x01 \u0301 ß ﬁ \ufffd -99 crowd'.split(' '),
  ...'? ?? a* *b x?y *.* a? ?😀 *😀* A*B \\? *\n* caf? rep*df *-1?3-?*'.split(' '),
  'a b',
  ' ',
];

/** Most of what happens happens to a few. */
const fewPaths = ['/a/a', '/a/b', '/a/', '/b', '/A/ab'];
const anyPath = fc
  .tuple(fc.constantFrom(...folders), fc.option(fc.constantFrom(...names), { nil: '', freq: 6 }))
  .map(([folder, name]) => folder + name);
const path = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fewPaths) }, { weight: 2, arbitrary: anyPath });

const modes = [0o100644, 0o100644, 0o100644, 0o120777, 0o010600];
const pick = fc.nat({ max: 99 });

const write = fc.record({
  kind: fc.constant('write' as const),
  path,
  mode: fc.constantFrom(...modes),
  size: fc.constantFrom(0, 1, 10, 2 ** 40),
  day: fc.integer({ min: 1, max: 9 }),
});
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), pick, path }) },
);

const client = fc.constantFrom(...clients);
const change: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('change' as const),
  client,
  edits: fc.array(edit, { minLength: 1, maxLength: 10 }),
});
const backUp: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('back up' as const),
  edits: fc.array(edit, { maxLength: 6, size: 'max' }),
  client,
  fileset: fc.constantFrom('Home', 'Home', 'Part'),
  level: fc.constantFrom('F', 'F', 'D', 'I', 'I', 'I', 'B'),
  status: fc.constantFrom('T', 'T', 'T', 'T', 'W', 'W', 'E', 'R'),
  isAccurate: fc.constantFrom(true, true, false),
  isRepeated: fc.constantFrom(false, false, false, true),
  isSameSecond: fc.constantFrom(false, false, false, true),
});
const upheaval: fc.Arbitrary<Act> = fc.record({
  do: fc.constantFrom('consolidate', 'copy', 'replace', 'replace', 'promote', 'migrate', 'migrate', 'purge', 'prune'),
  pick,
});
const feed: fc.Arbitrary<Act> = fc.constantFrom(
  { do: 'feed' } as const,
  { do: 'feed' } as const,
  { do: 'rebuild' } as const,
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: change },
  { weight: 24, arbitrary: backUp },
  { weight: 14, arbitrary: upheaval },
  { weight: 10, arbitrary: feed },
);

export interface Question {
  readonly text: string;
  readonly exact: boolean;
  readonly types: readonly EntryType[];
  readonly below: string | null;
  readonly minSize: number | null;
  readonly maxSize: number | null;
  readonly sinceDay: number | null;
  readonly untilDay: number | null;
  /** Rows on each page in turn. */
  readonly limits: readonly number[];
  /** What happens after each page. */
  readonly between: readonly (readonly Act[])[];
  /** Which runs, of all there are, or of a restore point; or whose, and before which run. */
  readonly runs: readonly number[];
  readonly isOfPoint: boolean;
  readonly client: string | null;
  readonly before: number | null;
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const day = fc.integer({ min: 1, max: 9 });

type Narrowing = Pick<Question, 'exact' | 'types' | 'below' | 'minSize' | 'maxSize' | 'sinceDay' | 'untilDay'>;
const everyFile: Narrowing = {
  exact: false,
  types: [],
  below: null,
  minSize: null,
  maxSize: null,
  sinceDay: null,
  untilDay: null,
};
const narrowing: fc.Arbitrary<Narrowing> = fc.record({
  exact: fc.constantFrom(false, false, false, true),
  types: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray<EntryType>(['file', 'folder', 'symlink', 'other'], { minLength: 1 }) },
  ),
  below: rarely(fc.constantFrom(...folders)),
  minSize: rarely(fc.constantFrom(0, 1, 10)),
  maxSize: rarely(fc.constantFrom(0, 10, 2 ** 40)),
  sinceDay: rarely(day),
  untilDay: rarely(day),
});

export const question: fc.Arbitrary<Question> = fc
  .record({
    text: fc.oneof({ weight: 1, arbitrary: fc.constant('*') }, { weight: 1, arbitrary: fc.constantFrom(...texts) }),
    narrowing: fc.oneof({ weight: 2, arbitrary: fc.constant(everyFile) }, { weight: 1, arbitrary: narrowing }),
    limits: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
    between: fc.array(fc.array(act, { maxLength: 3 }), { maxLength: 5 }),
    runs: fc.oneof(
      fc.array(pick, { minLength: 1, maxLength: 12 }),
      fc.constant(Array.from({ length: 99 }, (_, at) => at)),
    ),
    isOfPoint: fc.constantFrom(false, false, true),
    client: rarely(client),
    before: rarely(pick),
  })
  .map(({ narrowing: narrow, ...rest }) => ({ ...rest, ...narrow }));

export interface Course {
  /** What was in the catalog before its ids started over. */
  readonly before: readonly Act[];
  /** One client has so many files that signatures of blocks are written. */
  readonly isCrowded: boolean;
  readonly acts: readonly Act[];
  readonly ofChain: Question;
  readonly ofAll: Question;
}

export const course: fc.Arbitrary<Course> = fc.record({
  before: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(act, { maxLength: 6 }) },
  ),
  isCrowded: fc.nat({ max: 14 }).map((one) => one === 14),
  acts: fc.array(act, { minLength: 6, maxLength: 24, size: 'max' }),
  ofChain: question,
  ofAll: question,
});
