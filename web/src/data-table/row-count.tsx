import { useApiQuery, type ApiQueryKey } from '../api/queries';
import { type Api, type Outcome, type Schemas } from '../api/request';
import { count } from '../components/format';
import { useMessages } from '../i18n/messages';

interface CountProps {
  readonly of: ApiQueryKey;
  /** Asks for the list with `count=true` and the filters that stand now. */
  readonly ask: (api: Api, signal: AbortSignal) => Promise<Outcome<{ readonly total?: Schemas['PageTotal'] }>>;
  readonly shown: number;
  /** Whether to ask: counting costs more than the list, which is not to wait for it. */
  readonly isDue?: boolean;
}

/** "50 of 1,204,113", or "50 of more than 10,000" where nobody counted further. */
export function Count({ of, ask, shown, isDue = true }: CountProps) {
  const messages = useMessages('dataTable');
  const { data } = useApiQuery(['count', ...of], ask, { keepsOld: true, enabled: isDue });
  const total = data?.total;
  if (!total) return null;
  const say = total.exact ? messages.shown : messages.moreThan;
  return (
    <span className="quiet" role="status">
      {say(count(Math.min(shown, total.value)), count(total.value))}
    </span>
  );
}
