import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/ask';
import { type Column } from '../../list/column';
import { browserName } from '../../parts/browser-name';
import { State } from '../../parts/state';
import { Time } from '../../parts/time';
import { useWords } from '../../words/words';
import { auditWords } from './audit.words';

export type AuditRecord = Schemas['AuditRecord'];

const looks = { success: 'ok', denied: 'warning', failure: 'error' } as const;

export function Outcome({ of }: { readonly of: AuditRecord['outcome'] }) {
  const { outcomes } = useWords(auditWords);
  return <State of={looks[of]} text={outcomes[of]} />;
}

/** The person's name, else that it was the console, or nobody known. */
export function ActorName({ of: { name, kind } }: { readonly of: AuditRecord['actor'] }) {
  const { kinds } = useWords(auditWords);
  return name === '' ? <span className="quiet">{kinds[kind]}</span> : name;
}

export function useAuditColumns(): readonly Column<AuditRecord>[] {
  const words = useWords(auditWords);
  const quiet = (text: string | null) => text !== null && <span title={text}>{text}</span>;
  return [
    {
      ...{ id: 'action', head: words.action, track: 'minmax(176px, 2fr)' },
      cell: ({ id, action }) => (
        <Link to="/administration/audit/$id" params={{ id }}>
          {action}
        </Link>
      ),
    },
    { id: 'outcome', head: words.outcome, track: '112px', cell: ({ outcome }) => <Outcome of={outcome} /> },
    { id: 'at', head: words.at, track: '136px', cell: ({ at }) => <Time at={at} /> },
    { id: 'actor', head: words.actor, track: 'minmax(96px, 1fr)', cell: ({ actor }) => <ActorName of={actor} /> },
    {
      ...{ id: 'kind', head: words.by, track: '120px', isExtra: true },
      cell: ({ actor }) => words.kinds[actor.kind],
    },
    { id: 'target', head: words.target, track: 'minmax(136px, 3fr)', cell: ({ target }) => quiet(target) },
    { id: 'ip', head: words.ip, track: '136px', cell: ({ ip }) => quiet(ip) },
    {
      ...{ id: 'userAgent', head: words.userAgent, track: 'minmax(120px, 1fr)' },
      cell: ({ userAgent }) => userAgent !== null && <span title={userAgent}>{browserName(userAgent)}</span>,
    },
    { id: 'requestId', head: words.requestId, isExtra: true, cell: ({ requestId }) => quiet(requestId) },
  ];
}
