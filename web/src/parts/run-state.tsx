import { type Schemas } from '../api/ask';
import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { shownStatus } from './run-status';
import { State } from './state';

/** How a run stands, in lists and on its own page: one that ended well and is far from typical has the sign of a warning. */
export function RunState({ of }: { readonly of: Pick<Schemas['RunRecord'], 'status' | 'outliers'> }) {
  const { unusually } = useWords(commonWords);
  const [outlier] = of.outliers ?? [];
  const isUnusual = of.status === 'completed' && outlier !== undefined;
  return <State of={shownStatus(of)} {...(isUnusual ? { text: unusually[outlier.kind] } : {})} />;
}
