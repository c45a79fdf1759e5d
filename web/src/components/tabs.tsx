import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

interface TabsProps {
  /** What all of them are about, for who cannot see them. */
  readonly label: string;
  readonly tabs: readonly { readonly to: LinkProps['to']; readonly text: string }[];
}

/** Pages that belong together, each with an address of its own. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <TabLine label={label}>
      {tabs.map(({ to, text }) => (
        <Link key={text} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </TabLine>
  );
}

/** On phones one line that is scrolled sideways; it begins where one is. */
export function TabLine({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - line.current.offsetLeft - 32;
  }, []);
  return (
    <nav className="tabs" aria-label={label} ref={line}>
      {children}
    </nav>
  );
}
