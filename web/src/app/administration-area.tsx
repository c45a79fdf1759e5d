import { Link, type LinkProps, useLocation, useRouter, Navigate } from '@tanstack/react-router';
import { type ReactNode, useContext, useState } from 'react';
import { CallerContext } from '../api/disabled-reason';
import { useMessages } from '../i18n/messages';
import { type PageFacts } from './route-metadata';

const root = '/administration';

/** The pages in their order, by the last part of their address; a group without a name has no heading. */
const groups = [
  { name: 'security', pages: ['tokens', 'users', 'roles', 'sessions', 'audit'] },
  { name: null, pages: ['silence', 'notifications', 'directors', 'configuration', 'api'] },
] as const;

/** Pages that have an address of their own and belong to an entry all the same. */
const belongs: Readonly<Record<string, string>> = {
  [`${root}/new-role`]: 'roles',
  [`${root}/add-director`]: 'directors',
};

interface KnownRoute {
  readonly options: { readonly staticData?: { readonly page?: PageFacts } };
}

interface Group {
  readonly name: 'security' | null;
  readonly pages: readonly string[];
}

/** The groups of the administration with the pages that this caller may open; none is empty. */
function useGroups(): readonly Group[] {
  const caller = useContext(CallerContext);
  const routes = useRouter().routesByPath as unknown as Readonly<Record<string, KnownRoute | undefined>>;
  const isAllowed = (name: string) => {
    const page = routes[`${root}/${name}`]?.options.staticData?.page;
    return page?.needs.every((capability) => caller?.capabilities.includes(capability)) ?? false;
  };
  return groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(isAllowed) }))
    .filter(({ pages }) => pages.length > 0);
}

/** The page that the administration begins with; everyone may open their own sessions. */
function useFirstPage(): string {
  const [first = 'sessions'] = useGroups().flatMap(({ pages }) => pages);
  return first;
}

/** A page of the administration beside the list of all of them. */
export function AdministrationArea({ children }: { readonly children: ReactNode }) {
  return (
    <div className="administration">
      <Navigation />
      <div>{children}</div>
    </div>
  );
}

/** On narrow screens one button that opens the list, until a page is chosen. */
function Navigation() {
  const messages = useMessages('administration');
  const names: Readonly<Record<string, string>> = messages.pages;
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const current = belongs[pathname] ?? pathname.split('/')[2] ?? '';
  return (
    <nav className="administration-pages" aria-label={messages.label}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpenAt(isOpen ? null : pathname)}>
        {names[current] ?? messages.label}
      </button>
      <div data-open={isOpen || undefined}>
        {useGroups().map(({ name, pages }) => (
          <div key={name} {...(name === null ? {} : { role: 'group', 'aria-label': messages[name] })}>
            {name !== null && <p aria-hidden="true">{messages[name]}</p>}
            {pages.map((page) => (
              <Link
                key={page}
                to={`${root}/${page}` as LinkProps['to']}
                activeOptions={{ includeSearch: false }}
                {...(page === current ? { 'aria-current': 'page' as const } : {})}
              >
                {names[page]}
              </Link>
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}

export function AdministrationHome() {
  return <Navigate to={`/administration/${useFirstPage()}` as LinkProps['to']} replace />;
}
