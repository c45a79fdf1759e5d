import { Link, type LinkProps } from '@tanstack/react-router';

/** Above a title: the list that this page is one of. */
export function WayBack({ to, text }: { readonly to: LinkProps['to']; readonly text: string }) {
  return (
    <nav className="quiet way-back" aria-label={text}>
      <Link to={to}>{text}</Link>
    </nav>
  );
}
