import { useNavigate, useSearch } from '@tanstack/react-router';
import { addressOf } from '../../api/address';
import { type Api } from '../../api/request';
import { type paths } from '../../api/api.generated';
import { type Filter, Filters } from '../../data-table/filters';
import { Title } from '../../components/title';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { actionFamilies, wantedOf } from './audit-filters';
import { AuditList } from './audit-list';
import { AuditTabs } from './audit-tabs';
import { auditWords } from './audit.messages';
import { Verify } from './verify';
import './audit.css';

type Query = NonNullable<paths['/api/v1/admin/audit']['get']['parameters']['query']>;

export function AuditPage() {
  const words = useMessages(auditWords);
  const search = useSearch({ from: '/administration/audit' });
  const wanted = wantedOf(search, useZone());
  return (
    <>
      <Title>{words.title}</Title>
      <AuditTabs />
      <Verify />
      <AuditList {...{ name: 'audit', path: '/admin/audit', wanted, ask: askAudit, filters: <AuditFilters /> }}>
        <Export of={wanted} />
      </AuditList>
    </>
  );
}

function askAudit(api: Api, query: Query, signal: AbortSignal) {
  return api.GET('/api/v1/admin/audit', { params: { query }, signal });
}

function AuditFilters() {
  const search = useSearch({ from: '/administration/audit' });
  const navigate = useNavigate();
  const choose = (changes: object) =>
    void navigate({ to: '/administration/audit', search: (old) => ({ ...old, ...changes }) });
  return <Filters filters={useAuditFilters()} values={search} choose={choose} />;
}

function useAuditFilters(): readonly Filter[] {
  const words = useMessages(auditWords);
  return [
    { name: 'action', label: words.action, kind: 'text', suggestions: actionFamilies },
    {
      name: 'outcome',
      label: words.outcome,
      kind: 'choice',
      options: Object.entries(words.outcomes).map(([value, text]) => ({ value, text })),
    },
    { name: 'actor', label: words.actor, kind: 'text' },
    { name: 'since', label: words.since, kind: 'day' },
    { name: 'until', label: words.until, kind: 'day' },
    { name: 'target', label: `${words.target} (${words.targetHint})`, kind: 'text', isRare: true },
    { name: 'ip', label: words.ip, kind: 'text', isRare: true },
    { name: 'requestId', label: words.requestId, kind: 'text', isRare: true },
    { name: 'byTokenId', label: words.byTokenId, kind: 'text', isRare: true },
    { name: 'aboutTokenId', label: words.aboutTokenId, kind: 'text', isRare: true },
    { name: 'tokenId', label: words.eitherTokenId, kind: 'text', isRare: true },
    { name: 'actorId', label: words.actorId, kind: 'text', isRare: true },
  ];
}

function Export({ of }: { readonly of: Readonly<Record<string, string>> }) {
  const words = useMessages(auditWords);
  const at = (format: 'ndjson' | 'csv'): string => addressOf('/api/v1/admin/audit/export', { ...of, format });
  return (
    <>
      <a href={at('ndjson')} download>
        {words.ndjson}
      </a>
      <a href={at('csv')} download>
        {words.csv}
      </a>
    </>
  );
}
