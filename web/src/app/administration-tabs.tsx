import { type AnyRoute, Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { CallerContext } from '../api/caller';
import { useWords } from '../words/words';
import { administrationWords } from './administration.words';

const order = ['tokens', 'users', 'roles', 'directors', 'notifications', 'silence', 'audit', 'api', 'sessions'];

/** The parts of the administration that this console has and this caller gets. */
export function AdministrationTabs() {
  const words = useWords(administrationWords);
  const names: Readonly<Record<string, string>> = words.tabs;
  const caller = useContext(CallerContext);
  const routes = useRouter().routesByPath as Readonly<Record<string, AnyRoute | undefined>>;
  const shown = order.filter((name) => {
    const facts = routes[`/administration/${name}`]?.options.staticData;
    return facts?.page?.needs.every((capability) => caller?.capabilities.includes(capability)) ?? false;
  });
  return (
    <nav className="tabs" aria-label={words.label}>
      {shown.map((name) => (
        <Link key={name} to={`/administration/${name}` as LinkProps['to']} activeOptions={{ includeSearch: false }}>
          {names[name]}
        </Link>
      ))}
    </nav>
  );
}
