import { type Schemas } from '../api/ask';
import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { isGood } from './run-status';
import { State } from './state';

/** The state of a run, in lists and on its own page. A good run that is far from typical says in what, with the sign of a warning. */
export function RunState({ of }: { readonly of: Pick<Schemas['RunRecord'], 'status' | 'outliers'> }) {
  const { states, unusually } = useWords(commonWords);
  const outliers = isGood(of) ? (of.outliers ?? []) : [];
  if (outliers.length === 0) return <State of={of.status} />;
  return <State of="warning" text={[states[of.status], ...outliers.map(({ kind }) => unusually[kind])].join(', ')} />;
}
