import { type Act, type Course, type Question } from './actions.js';

const asked: Question = {
  text: '*',
  exact: false,
  types: [],
  below: null,
  minSize: null,
  maxSize: null,
  sinceDay: null,
  untilDay: null,
  limits: [3],
  between: [],
  runs: [0, 1],
  isOfPoint: false,
  client: null,
  before: null,
};
const feed: Act = { do: 'feed' };

function backUp(level: 'F' | 'I', fileset = 'Home'): Act {
  const usual = { status: 'T', isAccurate: true, isRepeated: false, isSameSecond: false };
  return { do: 'back up', edits: [], client: 'ada', fileset, level, ...usual };
}

function write(...paths: readonly string[]): Act {
  const edits = paths.map((path) => ({ kind: 'write' as const, path, mode: 0o100644, size: 1, day: 1 }));
  return { do: 'change', client: 'ada', edits };
}

const remove: Act = { do: 'change', client: 'ada', edits: [{ kind: 'delete', pick: 0 }] };
/** The newest Full's names are fed first. */
const cameBack: readonly Act[] = [write('/x', '/y'), backUp('F'), remove, backUp('F'), write('/x'), backUp('I'), feed];

/** Histories that were answered wrongly once. */
export const examples: readonly (Course & { readonly name: string })[] = [
  {
    name: 'a name that a newer lineage has from runs outside of the chain is told once',
    before: [],
    isCrowded: false,
    acts: cameBack,
    ofChain: asked,
    ofAll: asked,
  },
  {
    name: 'a name that a newer lineage has from a purged run is told once',
    acts: [...cameBack, { do: 'purge', pick: 2 }],
    before: [],
    isCrowded: false,
    ofChain: { ...asked, runs: [0, 1, 2] },
    ofAll: asked,
  },
  {
    name: 'a run whose id stood for another one before the ids started over is read from the catalog until the feed follows',
    before: [backUp('F'), feed],
    acts: [write('/x'), backUp('F')],
    isCrowded: false,
    ofChain: { ...asked, runs: [0] },
    ofAll: asked,
  },
];
