import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode } from 'react';

interface ActionLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** The id of the sentence that says why the caller may not follow it; null if the caller may. */
  readonly deniedBy: string | null;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button; a disabled button where the caller may not follow it. */
export function ActionLink({ deniedBy, isPrimary = false, children, ...link }: ActionLinkProps) {
  if (deniedBy !== null)
    return (
      <button type="button" disabled aria-describedby={deniedBy}>
        {children}
      </button>
    );
  return (
    <Link className={isPrimary ? 'button primary' : 'button'} {...link}>
      {children}
    </Link>
  );
}
