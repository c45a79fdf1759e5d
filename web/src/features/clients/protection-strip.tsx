import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { count } from '../../components/format';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';

interface StripProps {
  readonly director: { readonly director?: string };
}

interface Chosen {
  readonly protection?: string;
  readonly paused?: boolean;
}

const groups = [undefined, 'ok', 'warn', 'crit', 'never', 'muted', 'not_monitored'] as const;
/** What was never backed up is colored in its row, by what was due. */
const colors = { ok: 'ok', warn: 'warn', crit: 'crit', never: 'none', muted: 'none', not_monitored: 'none' } as const;

/** A muted client counts only as muted. */
function chosenBy(group: (typeof groups)[number]): Chosen {
  if (group === undefined) return {};
  return group === 'muted' ? { paused: true } : { protection: group, paused: false };
}

/** How many clients have each protection, each a way to those alone. */
export function ProtectionStrip({ director }: StripProps) {
  const messages = useMessages('clients');
  const { states } = useMessages('protection');
  const texts = { ...states, muted: messages.muted };
  return (
    <nav className="silence-strip" aria-label={messages.strip}>
      {groups.map((one) => (
        <Link
          key={one ?? 'all'}
          to="/clients"
          search={(old) => ({ ...old, protection: undefined, paused: undefined, ...addressOf(chosenBy(one)) })}

          activeOptions={{ exact: true }}
        >
          <Many {...{ director, chosen: chosenBy(one) }} />{' '}
          {one === undefined ? messages.all : <State of={colors[one]} text={texts[one]} />}
        </Link>
      ))}
    </nav>
  );
}

function addressOf({ paused, ...protection }: Chosen) {
  return { ...protection, ...(paused === undefined ? {} : { paused: String(paused) }) };
}

function Many({ director, chosen }: StripProps & { readonly chosen: Chosen }) {
  const query = { ...director, ...chosen, limit: 1, count: true };
  const { data } = useApiQuery(['clients', 'count', query], (api, signal) =>
    api.GET('/api/v1/clients', { params: { query }, signal }),
  );
  return <strong>{data?.total ? count(data.total.value) : '–'}</strong>;
}
