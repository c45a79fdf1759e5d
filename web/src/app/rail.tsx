import { Link, useLocation } from '@tanstack/react-router';
import { preferences, usePreferences } from '../parts/preferences';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';
import { Icon } from './icons';
import { views } from './views';

/** Pages that have a path of their own and belong to a view all the same. */
const belongs: Readonly<Record<string, RegExp>> = { '/jobs': /^\/(runs|calendar)(\/|$)/ };

/** The ways to all views; at the bottom on phones. */
export function Rail() {
  const words = useWords(frameWords);
  const { railFolded } = usePreferences();
  const { pathname } = useLocation();
  return (
    <nav className="rail" aria-label={words.views}>
      <Link className="brand" to="/">
        <Icon of="restore" />
        <span>{words.product}</span>
      </Link>
      <div>
        {views.map(({ to, icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            title={railFolded ? words[icon] : undefined}
            {...(belongs[to]?.test(pathname) ? { 'aria-current': 'true' } : {})}
          >
            <Icon of={icon} />
            <span>{words[icon]}</span>
          </Link>
        ))}
      </div>
      <button type="button" onClick={() => preferences.choose({ railFolded: !railFolded })}>
        <Icon of={railFolded ? 'unfold' : 'fold'} />
        <span>{railFolded ? words.unfold : words.fold}</span>
      </button>
    </nav>
  );
}
