import { type AnchorHTMLAttributes } from 'react';
import { stringifySearch } from '../../app/search';
import { useChosenDirector, useSources } from '../../api/directors';

export type Search = Readonly<Record<string, string | undefined>>;

/**
 * Makes addresses of other pages. The Director that is looked at goes along; where there are several, what belongs to one of them
 * names it.
 */
export function useDirectorLink(): (path: string, search?: Search, director?: string) => string {
  const chosen = useChosenDirector();
  const isOne = useSources().length < 2;
  return (path, search = {}, director) => {
    const about = director === undefined || isOne ? chosen : { director };
    return `#${path}${stringifySearch({ ...search, ...about })}`;
  };
}

export const clientPath = (name: string): string => `/clients/${encodeURIComponent(name)}`;
export const jobPath = (name: string): string => `/jobs/${encodeURIComponent(name)}`;

interface WayProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly search?: Search;
  /** Whom it belongs to. */
  readonly director?: string;
}

/** A link to a page of another area. */
export function Way({ to, search, director, children, ...rest }: WayProps) {
  const way = useDirectorLink();
  return (
    <a {...rest} href={way(to, search, director)}>
      {children}
    </a>
  );
}
