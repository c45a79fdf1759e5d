import { useWords } from '../words/words';
import { frameWords } from './frame.words';
import { type IconName } from './icons';

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

/** The same with what the palette needs: each by its name, the tabs of the jobs too. */
export function useViews(): readonly { readonly text: string; readonly address: string }[] {
  const words = useWords(frameWords);
  return [
    ...views.map(({ to, icon }) => ({ text: words[icon], address: to })),
    { text: words.runs, address: '/runs' },
    { text: words.calendar, address: '/calendar' },
    { text: words.account, address: '/account' },
  ];
}
