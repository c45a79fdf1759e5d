import { Link } from '@tanstack/react-router';
import { useAsked } from '../api/queries';
import { count } from '../parts/format';
import { useWords } from '../words/words';
import { clientsWords } from './clients.words';

interface StripProps {
  readonly director: { readonly director?: string };
  readonly status: string | undefined;
}

const standings = [undefined, 'ok', 'warn', 'crit'] as const;
const signs = { ok: '✓', warn: '!', crit: '✕' } as const;
const looks = { ok: 'ok', warn: 'warn', crit: 'bad' } as const;

/** How many clients stand how, each a way to those alone. */
export function SilenceStrip({ director }: Pick<StripProps, 'director'>) {
  const words = useWords(clientsWords);
  return (
    <nav className="silence-strip" aria-label={words.strip}>
      {standings.map((one) => (
        <Link
          key={one ?? 'all'}
          to="/clients"
          search={(old) => ({ ...old, status: one })}

          activeOptions={{ exact: true }}
        >
          <Many director={director} status={one} />{' '}
          {one === undefined ? (
            words.all
          ) : (
            <span className="state" data-look={looks[one]}>
              <span aria-hidden="true">{signs[one]}</span> {words.states[one]}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function Many({ director, status }: StripProps) {
  const query = { ...director, ...(status === undefined ? {} : { status }), limit: 1, count: true };
  const { data } = useAsked(['clients', 'count', query], (api, signal) =>
    api.GET('/api/v1/clients', { params: { query }, signal }),
  );
  return <strong>{data?.total ? count(data.total.value) : '–'}</strong>;
}
