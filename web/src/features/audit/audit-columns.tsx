import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { type Column } from '../../data-table/column';
import { browserName } from '../../components/browser-name';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';

export type AuditRecord = Schemas['AuditRecord'];

const looks = { success: 'ok', denied: 'warning', failure: 'error' } as const;

export function Outcome({ of }: { readonly of: AuditRecord['outcome'] }) {
  const { outcomes } = useMessages('audit');
  return <State of={looks[of]} text={outcomes[of]} />;
}

/** The person's name, else that it was the console, or nobody known. */
export function ActorName({ of: { name, kind } }: { readonly of: AuditRecord['actor'] }) {
  const { kinds } = useMessages('audit');
  return name === '' ? <span className="quiet">{kinds[kind]}</span> : name;
}

/** By name where the target is an id. */
export function targetText({ target, targetName }: Pick<AuditRecord, 'target' | 'targetName'>): string {
  return targetName === null ? target : `${target.slice(0, target.indexOf(':') + 1)} ${targetName}`;
}

export function useAuditColumns(): readonly Column<AuditRecord>[] {
  const messages = useMessages('audit');
  const quiet = (text: string | null) => text !== null && <span title={text}>{text}</span>;
  return [
    { id: 'at', head: messages.at, width: [144, 0], cell: ({ at }) => <Time at={at} as="seconds" /> },
    { id: 'actor', head: messages.actor, width: [88, 0.8], cell: ({ actor }) => <ActorName of={actor} /> },
    {
      id: 'kind',
      head: messages.by,
      width: [120, 0],
      isExtra: true,
      cell: ({ actor }) => messages.kinds[actor.kind],
    },
    {
      id: 'action',
      isName: true,
      fold: 'lead',
      head: messages.action,
      width: [196, 1],
      cell: ({ id, action }) => (
        <Link to="/administration/audit/$id" params={{ id }}>
          {action}
        </Link>
      ),
    },
    {
      id: 'target',
      isName: true,
      head: messages.target,
      width: [136, 2],
      cell: (record) => <span title={record.target}>{targetText(record)}</span>,
    },
    {
      id: 'outcome',
      fold: 'side',
      head: messages.outcome,
      width: [112, 0],
      cell: ({ outcome }) => <Outcome of={outcome} />,
    },
    { id: 'ip', fold: 'rare', head: messages.ip, width: [120, 0], cell: ({ ip }) => quiet(ip) },
    {
      id: 'userAgent',
      fold: 'rare',
      head: messages.userAgent,
      width: [148, 0.4],
      isLong: true,
      cell: ({ userAgent }) => userAgent !== null && <span title={userAgent}>{browserName(userAgent)}</span>,
    },
    {
      id: 'requestId',
      fold: 'rare',
      head: messages.requestId,
      isExtra: true,
      cell: ({ requestId }) => quiet(requestId),
    },
  ];
}
