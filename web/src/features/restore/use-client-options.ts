import { useChosenDirector, useSources } from '../../api/directors';

/** A client of one of the Directors that are looked at. */
export interface SourceClient {
  readonly client: string;
  readonly director: string;
}

/** What there is to restore from. */
export interface SourceClients {
  readonly clients: readonly SourceClient[];
  /** Directors that do not answer: nobody else knows their clients. */
  readonly away: readonly string[];
  /** Whether they may be of several Directors, which then stand beside their names. */
  readonly areMany: boolean;
}

export function useSourceClients(): SourceClients {
  const { director: chosen } = useChosenDirector();
  const looked = useSources().filter(({ name, default: isUsual }) => {
    if (chosen === '*') return true;
    return chosen === undefined ? isUsual : name === chosen;
  });
  return {
    clients: looked.flatMap(({ name: director, clients }) =>
      [...clients].sort().map((client) => ({ client, director })),
    ),
    away: looked.filter(({ reachable }) => !reachable).map(({ name }) => name),
    areMany: looked.length > 1,
  };
}

/** The names of these, each once: clients of several Directors may have the same. */
export function namesOf({ clients }: Pick<SourceClients, 'clients'>): readonly string[] {
  return [...new Set(clients.map(({ client }) => client))];
}
