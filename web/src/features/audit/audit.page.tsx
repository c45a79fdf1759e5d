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
import { Verify } from './verify';
import './audit.css';

type Query = NonNullable<paths['/api/v1/admin/audit']['get']['parameters']['query']>;

export function AuditPage() {
  const messages = useMessages('audit');
  const search = useSearch({ from: '/administration/audit' });
  const wanted = wantedOf(search, useZone());
  return (
    <>
      <Title>{messages.title}</Title>
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
  const messages = useMessages('audit');
  return [
    { name: 'action', label: messages.action, kind: 'text', suggestions: actionFamilies },
    {
      name: 'outcome',
      label: messages.outcome,
      kind: 'choice',
      options: Object.entries(messages.outcomes).map(([value, text]) => ({ value, text })),
    },
    { name: 'actor', label: messages.actor, kind: 'text' },
    { name: 'since', label: messages.since, kind: 'day' },
    { name: 'until', label: messages.until, kind: 'day' },
    { name: 'target', label: `${messages.target} (${messages.targetHint})`, kind: 'text', isRare: true },
    { name: 'ip', label: messages.ip, kind: 'text', isRare: true },
    { name: 'requestId', label: messages.requestId, kind: 'text', isRare: true },
    { name: 'byTokenId', label: messages.byTokenId, kind: 'text', isRare: true },
    { name: 'aboutTokenId', label: messages.aboutTokenId, kind: 'text', isRare: true },
    { name: 'tokenId', label: messages.eitherTokenId, kind: 'text', isRare: true },
    { name: 'actorId', label: messages.actorId, kind: 'text', isRare: true },
  ];
}

function Export({ of }: { readonly of: Readonly<Record<string, string>> }) {
  const messages = useMessages('audit');
  const at = (format: 'ndjson' | 'csv'): string => addressOf('/api/v1/admin/audit/export', { ...of, format });
  return (
    <>
      <a href={at('ndjson')} download>
        {messages.ndjson}
      </a>
      <a href={at('csv')} download>
        {messages.csv}
      </a>
    </>
  );
}
