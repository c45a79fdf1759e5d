import { spanOf } from '../../components/day-range';

/** What the address of the audit keeps, by the names of the API. */
export const auditFilterNames = [
  ...(['action', 'outcome', 'actor', 'since', 'until'] as const),
  ...(['target', 'ip', 'requestId', 'byTokenId', 'aboutTokenId', 'tokenId', 'actorId'] as const),
] as const;
export const tokenFilterNames = ['action', 'actor', 'tokenId', 'since', 'until'] as const;

type Search = { readonly [Name in (typeof auditFilterNames)[number]]?: string | undefined };

/** The filters as the API takes them; days become moments. */
export function wantedOf(search: Search, timeZone: string | undefined): Readonly<Record<string, string>> {
  const { since, until, ...exact } = search;
  const known = auditFilterNames.flatMap((name) => {
    const value = name === 'since' || name === 'until' ? undefined : exact[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), ...spanOf({ since, until }, timeZone) };
}

/** What is offered as one types: families of actions. */
export const actionFamilies = [
  'session.*',
  'user.*',
  'role.*',
  'api_token.*',
  'director.*',
  'job.*',
  'run.*',
  'restore.*',
  'media.**',
  'channel.*',
  'delivery.*',
  'monitoring.**',
  'client.*',
  'search_index.*',
  'audit.export',
  'request.*',
];
