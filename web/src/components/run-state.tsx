import { type Schemas } from '../api/request';
import { useMessages } from '../i18n/messages';
import { isGood, isUnusual } from './run-status';
import { State } from './state';

type QueryContent = Pick<Schemas['RunRecord'], 'status' | 'outliers'>;

/** The state of a run, in lists and on its own page. A good run that is far from typical has the sign of a warning. */
export function RunState({ of }: { readonly of: QueryContent }) {
  return <State of={isUnusual(of) ? 'warning' : of.status} text={useRunStateText()(of)} />;
}

/** The same in words alone: "Succeeded, unusually small". */
export function useRunStateText(): (run: QueryContent) => string {
  const { states, unusually } = useMessages('common');
  return (run) => {
    const kinds = isGood(run) ? (run.outliers ?? []).map(({ kind }) => unusually[kind]) : [];
    return [states[run.status], ...kinds].join(', ');
  };
}
