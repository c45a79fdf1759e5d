import { useRouter } from '@tanstack/react-router';
import { useContext } from 'react';
import { CallerContext } from '../api/disabled-reason';
import { useMessages } from '../i18n/messages';
import { type IconName } from './icons';
import { type PageFacts } from './route-metadata';

/** The ways of the rail, in their order. */
export const views = [
  { to: '/', icon: 'overview' },
  { to: '/jobs', icon: 'jobs' },
  { to: '/restore', icon: 'restore' },
  { to: '/clients', icon: 'clients' },
  { to: '/storage', icon: 'storage' },
  { to: '/statistics', icon: 'statistics' },
  { to: '/events', icon: 'events' },
  { to: '/administration', icon: 'administration' },
] as const satisfies readonly { readonly to: string; readonly icon: IconName }[];

interface KnownRoute {
  readonly options: { readonly staticData?: { readonly page?: PageFacts } };
}

interface View {
  readonly text: string;
  readonly address: string;
}

type RailView = (typeof views)[number];

/** Finds the page of an address, and whether this caller gets it. */
function usePages() {
  const caller = useContext(CallerContext);
  const routes = useRouter().routesByPath as unknown as Readonly<Record<string, KnownRoute | undefined>>;
  const pageAt = (address: string) => routes[address]?.options.staticData?.page;
  const isAllowed = (address: string): boolean =>
    pageAt(address)?.needs.every((capability) => caller?.capabilities.includes(capability)) ?? true;
  return { addresses: Object.keys(routes), pageAt, isAllowed };
}

/** The ways of the rail that this caller gets. */
export function useRailViews(): readonly RailView[] {
  const { isAllowed } = usePages();
  return views.filter(({ to }) => isAllowed(to));
}

/** All pages that are of nothing in particular and that this caller gets, each once by its name; those of the rail first. */
export function useViews(): readonly View[] {
  const messages = useMessages('layout');
  const titles = useMessages('titles');
  const { addresses, pageAt, isAllowed } = usePages();
  const ofRail = views.map(({ to, icon }) => ({ text: messages[icon], address: to }));
  const others = addresses.flatMap((address) => {
    const page = address.includes('$') ? undefined : pageAt(address);
    return page ? [{ text: titles[page.title], address }] : [];
  });
  const all = [...ofRail, ...others].filter(({ address }) => isAllowed(address));
  return all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index);
}
