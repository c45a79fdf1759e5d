import { Link } from '@tanstack/react-router';
import { useAsked } from '../api/queries';
import { count } from '../parts/format';
import { protectionWords } from '../parts/protection.words';
import { State } from '../parts/state';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';

interface StripProps {
  readonly director: { readonly director?: string };
  readonly protection: string | undefined;
}

const statuses = [undefined, 'ok', 'warn', 'crit', 'never', 'not_monitored'] as const;
/** What was never backed up is colored in its row, by what was due. */
const colors = { ok: 'ok', warn: 'warn', crit: 'crit', never: 'none', not_monitored: 'none' } as const;

/** How many clients have each protection, each a way to those alone. */
export function ProtectionStrip({ director }: Pick<StripProps, 'director'>) {
  const words = useWords(clientsWords);
  const { states } = useWords(protectionWords);
  return (
    <nav className="silence-strip" aria-label={words.strip}>
      {statuses.map((one) => (
        <Link
          key={one ?? 'all'}
          to="/clients"
          search={(old) => ({ ...old, protection: one })}

          activeOptions={{ exact: true }}
        >
          <Many director={director} protection={one} />{' '}
          {one === undefined ? words.all : <State of={colors[one]} text={states[one]} />}
        </Link>
      ))}
    </nav>
  );
}

function Many({ director, protection }: StripProps) {
  const query = { ...director, ...(protection === undefined ? {} : { protection }), limit: 1, count: true };
  const { data } = useAsked(['clients', 'count', query], (api, signal) =>
    api.GET('/api/v1/clients', { params: { query }, signal }),
  );
  return <strong>{data?.total ? count(data.total.value) : '–'}</strong>;
}
