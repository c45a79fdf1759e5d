import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas } from '../../api/request';
import { type Changes, merged, ownQuery, type RestoreQuery } from './restore-query';

export type Entry = Schemas['EntryRecord'];
export type Point = Schemas['RestorePointRecord'];

const route = getRouteApi('/restore');

/** In the place of refs: everything that the point holds. */
const everything = '*';
/** In the place of refs: there are more than an address should carry. */
const tooMany = '~';
/** Letters of refs in an address: mails and chats cut longer links. */
const mostLetters = 3000;

export interface Basket {
  readonly refs: readonly string[];
  readonly isEverything: boolean;
  /** The address does not carry it: who gets the link has to tick again. */
  readonly isTooLong: boolean;
  readonly put: (refs: readonly string[], more?: Changes) => void;
  readonly putEverything: (more?: Changes) => void;
}

export interface Choice {
  readonly query: RestoreQuery;
  /** All Directors are looked at: what is chosen has its Director beside it in the address. */
  readonly isOfAll: boolean;
  /** Changes the address in its place. */
  readonly choose: (changes: Changes) => void;
  /** The same as a step that the browser's Back takes back. */
  readonly open: (changes: Changes) => void;
  readonly basket: Basket;
}

/** Whether nothing is selected. */
export function isNothing({ refs, isEverything }: Basket): boolean {
  return refs.length === 0 && !isEverything;
}

/** The choice as the address has it. */
export function useChoice(): Choice {
  const address = route.useSearch();
  const query = ownQuery(address);
  const navigate = route.useNavigate();
  const router = useRouter();
  const go = (changes: Changes, replace: boolean) => {
    // What is typed follows a moment later: by then the order may have led on to its run, whose page is still being loaded.
    if (router.latestLocation.pathname !== '/restore') return;
    void navigate({ search: (old) => merged(ownQuery(old), changes), replace, resetScroll: false });
  };
  const choose = (changes: Changes) => go(changes, true);
  return {
    query,
    choose,
    isOfAll: address.director === '*',
    basket: useBasket(query.items, choose),
    open: (changes) => go(changes, false),
  };
}

function useBasket(items: string | undefined, choose: (changes: Changes) => void): Basket {
  const [many, setMany] = useState<readonly string[]>([]);
  const isTooLong = items === tooMany;
  const isEverything = items === everything;
  const inAddress = items === undefined || isEverything || isTooLong ? [] : items.split(',');
  const put = (refs: readonly string[], more: Changes = {}) => {
    const text = refs.join(',');
    const fits = text.length <= mostLetters;
    setMany(fits ? [] : refs);
    choose({ ...more, items: fits ? text : tooMany });
  };
  return {
    refs: isTooLong ? many : inAddress,
    isEverything,
    isTooLong,
    put,
    putEverything: (more = {}) => choose({ ...more, items: everything }),
  };
}

/**
 * The Director of what is chosen, as a query has it. Where all are looked at, the address names it; before that nothing is
 * asked that is of one.
 */
export function useOwnDirector(): { readonly director?: string } {
  const { director, from } = route.useSearch();
  const own = director === '*' ? from : director;
  return own === undefined ? {} : { director: own };
}

/** The Director of the file whose versions are shown: in a restore point it is that of the point. */
export function useFileDirector(): { readonly director?: string } {
  const { director, fileFrom } = route.useSearch();
  const own = useOwnDirector();
  return director === '*' && fileFrom !== undefined ? { director: fileFrom } : own;
}

/** With this ref, or without it where it was in. */
export function toggled(refs: readonly string[], ref: string): readonly string[] {
  return refs.includes(ref) ? refs.filter((one) => one !== ref) : [...refs, ref];
}
