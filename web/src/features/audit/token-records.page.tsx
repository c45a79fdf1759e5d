import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Api } from '../../api/request';
import { type paths } from '../../api/api.generated';
import { type Filter, Filters } from '../../data-table/filters';
import { Title } from '../../components/title';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { wantedOf } from './audit-filters';
import { AuditList } from './audit-list';
import { AuditTabs } from './audit-tabs';
import './audit.css';

type Query = NonNullable<paths['/api/v1/tokens/events']['get']['parameters']['query']>;

/** Who created and who revoked which token. */
export function TokenRecordsPage() {
  const messages = useMessages('audit');
  const search = useSearch({ from: '/administration/audit/tokens' });
  const navigate = useNavigate();
  const wanted = wantedOf(search, useZone());
  const choose = (changes: object) =>
    void navigate({ to: '/administration/audit/tokens', search: (old) => ({ ...old, ...changes }) });
  const filters = <Filters filters={useTokenFilters()} values={search} choose={choose} />;
  return (
    <>
      <Title>{messages.title}</Title>
      <AuditTabs />
      <p className="quiet">{messages.tokensAbout}</p>
      <AuditList {...{ name: 'token records', path: '/tokens/events', wanted, ask: askTokens, filters }} />
    </>
  );
}

function askTokens(api: Api, query: Query, signal: AbortSignal) {
  return api.GET('/api/v1/tokens/events', { params: { query }, signal });
}

function useTokenFilters(): readonly Filter[] {
  const messages = useMessages('audit');
  return [
    {
      name: 'action',
      label: messages.action,
      kind: 'choice',
      options: ['api_token.create', 'api_token.revoke'].map((value) => ({ value, text: value })),
    },
    { name: 'actor', label: messages.actor, kind: 'text' },
    { name: 'tokenId', label: messages.tokenId, kind: 'text' },
    { name: 'since', label: messages.since, kind: 'day' },
    { name: 'until', label: messages.until, kind: 'day' },
  ];
}
