import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { CallerContext } from '../api/caller';
import { TabLine } from '../parts/tabs';
import { useWords } from '../words/words';
import { administrationWords } from './administration.words';
import { type PageFacts } from './page-facts';

/** Security first: tokens, users, roles, sessions and audit; then each area of its own. */
const order = [
  ...['tokens', 'users', 'roles', 'sessions', 'audit', 'silence', 'notifications', 'directors', 'api'],
] as const satisfies readonly string[];

interface KnownRoute {
  readonly options: { readonly staticData?: { readonly page?: PageFacts } };
}

/** Names of the parts of the administration that there are and that this caller gets. */
export function useAdministration(): readonly string[] {
  const caller = useContext(CallerContext);
  const routes = useRouter().routesByPath as unknown as Readonly<Record<string, KnownRoute | undefined>>;
  return order.filter((name) => {
    const page = routes[`/administration/${name}`]?.options.staticData?.page;
    return page?.needs.every((capability) => caller?.capabilities.includes(capability)) ?? false;
  });
}

export function AdministrationTabs() {
  const words = useWords(administrationWords);
  const names: Readonly<Record<string, string>> = words.tabs;
  return (
    <TabLine label={words.label}>
      {useAdministration().map((name) => (
        <Link key={name} to={`/administration/${name}` as LinkProps['to']} activeOptions={{ includeSearch: false }}>
          {names[name]}
        </Link>
      ))}
    </TabLine>
  );
}
