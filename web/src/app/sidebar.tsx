import { Link, useLocation } from '@tanstack/react-router';
import { preferences, usePreferences } from '../components/preferences';
import { useMessages } from '../i18n/messages';
import { Icon } from './icons';
import { useRailViews, type views } from './navigation';

/** Pages that have a path of their own and belong to a view all the same. */
const belongs: Readonly<Record<string, RegExp>> = { '/jobs': /^\/(runs|calendar|new-backup)(\/|$)/ };
/** So many views are in the bar of a phone, each with its name; the others are in its menu. */
const inBar = 4;
const menu = 'more-views';

type View = (typeof views)[number];

/** The ways to all views that the caller may read; at the bottom on phones. */
export function Rail() {
  const messages = useMessages('layout');
  const { railFolded } = usePreferences();
  const { pathname } = useLocation();
  const views = useRailViews();
  const rest = views.slice(inBar);
  const isInMenu = rest.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <nav className="rail" aria-label={messages.views}>
      <Link className="brand" to="/">
        <Icon of="product" />
        <span>{messages.product}</span>
      </Link>
      <div>
        {views.map((view, index) => (
          <ViewLink key={view.to} of={view} {...(index < inBar ? {} : { className: 'rest' })} />
        ))}
        {rest.length > 0 && (
          <button type="button" className="more" popoverTarget={menu} data-current={isInMenu || undefined}>
            <Icon of="more" />
            <span>{messages.more}</span>
          </button>
        )}
      </div>
      <div id={menu} className="menu more-views" popover="auto" role="group" aria-label={messages.more}>
        {rest.map((view) => (
          <ViewLink key={view.to} of={view} onClick={() => document.getElementById(menu)?.hidePopover()} />
        ))}
      </div>
      <button type="button" onClick={() => preferences.choose({ railFolded: !railFolded })}>
        <Icon of={railFolded ? 'unfold' : 'fold'} />
        <span>{railFolded ? messages.unfold : messages.fold}</span>
      </button>
    </nav>
  );
}

interface ViewLinkProps {
  readonly of: View;
  readonly className?: string;
  readonly onClick?: () => void;
}

function ViewLink({ of: { to, icon }, ...rest }: ViewLinkProps) {
  const messages = useMessages('layout');
  const { railFolded } = usePreferences();
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      title={railFolded ? messages[icon] : undefined}
      {...(belongs[to]?.test(pathname) ? { 'aria-current': 'true' as const } : {})}
      {...rest}
    >
      <Icon of={icon} />
      <span>{messages[icon]}</span>
    </Link>
  );
}
