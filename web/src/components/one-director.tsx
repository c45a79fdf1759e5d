import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Api, type Outcome } from '../api/request';
import { useAskedSources, useChosenDirector } from '../api/directors';
import { type ApiQueryKey, useApiQuery } from '../api/queries';
import { useMessages } from '../i18n/messages';
import { Empty } from './empty';
import { lastUsedFirst, noteChosen } from './recent-choices';
import { Skeleton } from './query-content';
import { focusTitle } from './title';

interface Owned {
  readonly items: readonly { readonly director: string }[];
}

/** Asks at all Directors at once who has what the page is about. */
export interface Owners {
  readonly key: ApiQueryKey;
  readonly call: (api: Api, signal: AbortSignal) => Promise<Outcome<Owned>>;
}

interface OfOneDirectorProps {
  /** Without it any Director may have it. */
  readonly owners?: Owners;
  /** Those that have it, where that is known already. */
  readonly among?: readonly string[];
  readonly children?: ReactNode;
}

/**
 * What is of one Director by its nature. Where all are looked at, the only one that has it is gone on with; of several one is
 * chosen here, and stays in the address.
 */
export function OfOneDirector({ children, ...of }: OfOneDirectorProps) {
  const { director } = useChosenDirector();
  return director === '*' ? <WhichDirector {...of} /> : children;
}

const anybody: Owners = {
  key: ['directors', 'owners'],
  call: () => Promise.resolve({ data: { items: [] }, response: new Response() }),
};

type Candidates = Pick<OfOneDirectorProps, 'owners' | 'among'>;

/** Which Directors it may be at; all of them where nobody is known to have it. */
function useOwners({ owners, among }: Candidates) {
  const sources = useAskedSources();
  const { key, call } = owners ?? anybody;
  const { data, isLoading } = useApiQuery(key, call, { enabled: owners !== undefined });
  const having = among ?? (data && [...new Set(data.items.map(({ director }) => director))]);
  const isSome = having !== undefined && having.length > 0;
  return {
    isAsking: sources.isLoading || isLoading,
    offered: isSome ? having : (sources.data?.items ?? []).map(({ name }) => name),
    isNowhere: having !== undefined && !isSome,
  };
}

function WhichDirector(of: Candidates) {
  const messages = useMessages('oneDirector');
  const navigate = useNavigate();
  const { isAsking, offered, isNowhere } = useOwners(of);
  const only = !isAsking && offered.length === 1 ? offered[0] : undefined;
  useEffect(() => {
    if (only !== undefined) void navigate({ to: '.', search: (old) => ({ ...old, director: only }), replace: true });
  }, [only, navigate]);
  if (isAsking || only !== undefined) return <Skeleton rows={2} />;
  return (
    <Empty>
      <p>{isNowhere ? messages.nowhere : messages.which}</p>
      <Choices of={offered} />
    </Empty>
  );
}

/** Who may not know the Directors is led to the default one. */
function Choices({ of }: { readonly of: readonly string[] }) {
  const { usual } = useMessages('oneDirector');
  if (of.length === 0) {
    return (
      <Link to="." search={(old) => ({ ...old, director: undefined })}>
        {usual}
      </Link>
    );
  }
  return (
    <ul className="choices">
      {lastUsedFirst(of, 'directors').map((name) => (
        <li key={name}>
          <Link
            className="button"
            to="."
            search={(old) => ({ ...old, director: name })}
            onClick={() => {
              noteChosen(name, 'directors');
              focusTitle();
            }}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
