import { useNavigate, useSearch } from '@tanstack/react-router';
import { addressOf } from '../../api/address';
import { type Api } from '../../api/ask';
import { type paths } from '../../api/api.generated';
import { type Filter, Filters } from '../../list/filters';
import { Title } from '../../parts/title';
import { useZone } from '../../parts/zone';
import { useWords } from '../../words/words';
import { actionFamilies, wantedOf } from './audit-filters';
import { AuditList } from './audit-list';
import { AuditTabs } from './audit-tabs';
import { auditWords } from './audit.words';
import { Verify } from './verify';
import './audit.css';

type Query = NonNullable<paths['/api/v1/admin/audit']['get']['parameters']['query']>;

const usual = ['action', 'outcome', 'actor', 'since', 'until'];

export function AuditPage() {
  const words = useWords(auditWords);
  const search = useSearch({ from: '/administration/audit' });
  const wanted = wantedOf(search, useZone());
  return (
    <>
      <Title>{words.title}</Title>
      <AuditTabs />
      <p className="quiet">{words.about}</p>
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

/** The usual ones in view, the rest where somebody looks for one. */
function AuditFilters() {
  const words = useWords(auditWords);
  const search = useSearch({ from: '/administration/audit' });
  const navigate = useNavigate();
  const filters = useAuditFilters();
  const rest = filters.filter(({ name }) => !usual.includes(name));
  const isOpen = rest.some(({ name }) => (search as Readonly<Record<string, string | undefined>>)[name] !== undefined);
  const props = {
    values: search,
    choose: (changes: object) =>
      void navigate({ to: '/administration/audit', search: (old) => ({ ...old, ...changes }) }),
  };
  return (
    <>
      <Filters {...props} filters={filters.filter(({ name }) => usual.includes(name))} />
      <details className="more-filters" open={isOpen || undefined}>
        <summary>{words.more}</summary>
        <div className="bar">
          <Filters {...props} filters={rest} isOpened />
        </div>
      </details>
    </>
  );
}

function useAuditFilters(): readonly Filter[] {
  const words = useWords(auditWords);
  return [
    { name: 'action', label: words.action, kind: 'text', suggestions: actionFamilies },
    {
      ...{ name: 'outcome', label: words.outcome, kind: 'choice' },
      options: Object.entries(words.outcomes).map(([value, text]) => ({ value, text })),
    },
    { name: 'actor', label: words.actor, kind: 'text' },
    { name: 'since', label: words.since, kind: 'day' },
    { name: 'until', label: words.until, kind: 'day' },
    { name: 'target', label: `${words.target} (${words.targetHint})`, kind: 'text' },
    { name: 'ip', label: words.ip, kind: 'text' },
    { name: 'requestId', label: words.requestId, kind: 'text' },
    { name: 'byTokenId', label: words.byTokenId, kind: 'text' },
    { name: 'aboutTokenId', label: words.aboutTokenId, kind: 'text' },
    { name: 'tokenId', label: words.eitherTokenId, kind: 'text' },
    { name: 'actorId', label: words.actorId, kind: 'text' },
  ];
}

function Export({ of }: { readonly of: Readonly<Record<string, string>> }) {
  const words = useWords(auditWords);
  const at = (format: 'ndjson' | 'csv'): string => addressOf('/api/v1/admin/audit/export', { ...of, format });
  return (
    <p className="quiet export">
      {words.exportAs}:{' '}
      <a href={at('ndjson')} download>
        {words.ndjson}
      </a>{' '}
      <a href={at('csv')} download>
        {words.csv}
      </a>{' '}
      <span>{words.exportHint}</span>
    </p>
  );
}
