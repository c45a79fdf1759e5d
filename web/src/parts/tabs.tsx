import { Link, type LinkProps } from '@tanstack/react-router';

interface TabsProps {
  /** What all of them are about, for who cannot see them. */
  readonly label: string;
  readonly tabs: readonly { readonly to: LinkProps['to']; readonly text: string }[];
}

/** Pages that belong together, each with an address of its own. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, text }) => (
        <Link key={text} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
