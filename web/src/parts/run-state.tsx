import { type Schemas } from '../api/ask';
import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { isUnusual } from './run-status';
import { State } from './state';

/** The state of a run, in lists and on its own page. A good run that is far from typical has the sign of a warning. */
export function RunState({ of }: { readonly of: Pick<Schemas['RunRecord'], 'status' | 'outliers'> }) {
  const { unusually } = useWords(commonWords);
  const [outlier] = isUnusual(of) ? (of.outliers ?? []) : [];
  return outlier ? <State of="warning" text={unusually[outlier.kind]} /> : <State of={of.status} />;
}
