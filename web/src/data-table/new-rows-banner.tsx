import { useState } from 'react';
import { type Api, type Outcome } from '../api/request';
import { type ApiQueryKey, useApiQuery } from '../api/queries';
import { focusTitle } from '../components/title';
import { useMessages } from '../i18n/messages';

const lookEveryMs = 5_000;
let visits = 0;

/** What is put over the filters of the list: rows from `since` on, and before `until`; ISO. */
export interface Bounds {
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly count?: boolean;
}

interface ArrivalsOf<Item> {
  /** The key of the list: its subject and its filters. */
  readonly of: ApiQueryKey;
  /** Asks for the list, newest first, with its filters and these bounds over them. */
  readonly ask: (
    api: Api,
    bounds: Bounds,
    signal: AbortSignal,
  ) => Promise<Outcome<{ readonly items: readonly Item[]; readonly total?: { readonly value: number } }>>;
  /** By which time the list is in order. */
  readonly at: (item: Item) => string;
  /** Where a filter ends the list before now: then nothing arrives. */
  readonly until?: string | undefined;
}

export interface Arrivals {
  /** Whether it is known where the list begins. */
  readonly isReady: boolean;
  /** The bounds of the rows that were there when the list was opened. */
  readonly bounds: Bounds;
  /** How many came since. */
  readonly count: number;
  readonly show: () => void;
}

function justAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString();
}

/** Where the list begins, once it is known: by the newest row at the visit. */
function useBeginning<Item>({ of, ask, at, until }: ArrivalsOf<Item>, visit: number) {
  const isOpen = until === undefined;
  const newest = useApiQuery(['newest', ...of, visit], (api, signal) => ask(api, { limit: 1 }, signal), {
    enabled: isOpen,
    keepsOld: true,
    still: true,
  });
  const first = newest.data?.items[0];
  return {
    bound: first === undefined ? undefined : justAfter(at(first)),
    isReady: !isOpen || (!newest.isPending && !newest.isPlaceholderData),
    isCounted: isOpen && newest.isSuccess && !newest.isPlaceholderData,
  };
}

/**
 * Holds a list still that grows at its top: it ends with what was newest when it was opened, by the clock of the server, and
 * what came since is counted until somebody wants to see it.
 */
export function useArrivals<Item>(list: ArrivalsOf<Item>): Arrivals {
  const [visit, setVisit] = useState(() => ++visits);
  const { bound, isReady, isCounted } = useBeginning(list, visit);
  const { of, ask, until } = list;
  const since = bound === undefined ? {} : { since: bound };
  const later = useApiQuery(
    ['arrivals', ...of, bound],
    (api, signal) => ask(api, { ...since, limit: 1, count: true }, signal),
    { enabled: isCounted, everyMs: lookEveryMs },
  );
  const end = until ?? bound;
  const count = isCounted ? (later.data?.total?.value ?? 0) : 0;
  const show = () => {
    focusTitle();
    setVisit(++visits);
  };
  return { isReady, bounds: end === undefined ? {} : { until: end }, count, show };
}

/** "3 new": nothing moves under the pointer until it is pressed. */
export function NewRows({ of }: { readonly of: Arrivals }) {
  const { fresh } = useMessages('common');
  return (
    <p role="status" className="arrivals">
      {of.count > 0 && (
        <button type="button" onClick={of.show}>
          {fresh(of.count)}
        </button>
      )}
    </p>
  );
}
