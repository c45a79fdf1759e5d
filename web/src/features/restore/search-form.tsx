import { type SyntheticEvent } from 'react';
import { type Filter, Filters } from '../../data-table/filters';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';
import { noFile, type RestoreQuery } from './restore-query';
import { dayStart } from './restore-times';
import { namesOf, type SourceClients } from './use-client-options';
import { type Choice } from './use-restore-state';

interface SearchFormProps {
  readonly choice: Choice;
  /** Which name of the address the text goes to. */
  readonly of: 'name' | 'q';
  /** Of several clients the search can be narrowed to one. */
  readonly sources?: SourceClients;
}

/** A name to look for, and what to narrow the search to. */
export function SearchForm({ choice: { query, choose }, of, sources }: SearchFormProps) {
  const messages = useMessages('restore');
  const text = query[of] ?? '';
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = fieldOf(event.currentTarget, 'text').trim();
    choose(of === 'name' ? { by: '', name: wanted, ...noFile } : { by: 'time', q: wanted });
  };
  const filters = useFilters(sources ? namesOf(sources) : []);
  const isNarrowed = filters.some(({ name }) => query[name as keyof RestoreQuery] !== undefined);
  return (
    <>
      <form className="row wrap search-line" role="search" onSubmit={submit}>
        <label className="wide">
          {messages.searchLabel}
          <input
            key={text}
            {...{ name: 'text', type: 'search', defaultValue: text, maxLength: 255, required: true }}
            {...{ spellCheck: false, autoComplete: 'off' }}
          />
        </label>
        <button>{messages.search}</button>
      </form>
      {text !== '' && (
        <details className="search-filters" open={isNarrowed}>
          <summary>{messages.filters}</summary>
          <div className="bar">
            <Filters filters={filters} values={query} choose={(changes) => choose(changes)} />
          </div>
        </details>
      )}
    </>
  );
}

const sizes = [
  ['1048576', '1 MiB'],
  ['104857600', '100 MiB'],
  ['1073741824', '1 GiB'],
] as const;

function useFilters(clients: readonly string[]): readonly Filter[] {
  const { filter, types } = useMessages('restore');
  const only: readonly Filter[] =
    clients.length > 1 ? [{ name: 'only', label: filter.only, kind: 'name', of: 'clients', names: clients }] : [];
  return [
    ...only,
    {
      name: 'type',
      label: filter.type,
      kind: 'choice',
      options: Object.entries(types).map(([value, text]) => ({ value, text })),
    },
    {
      name: 'minSize',
      label: filter.minSize,
      kind: 'choice',
      options: sizes.map(([value, text]) => ({ value, text })),
    },
    { name: 'since', label: filter.since, kind: 'day' },
    { name: 'until', label: filter.until, kind: 'day' },
  ];
}

/** The filters as both searches take them; a whole day belongs to each end, in the zone in which times are shown. */
export function filtersOf({ type, minSize, since, until }: RestoreQuery, zone: string | undefined) {
  const modifiedSince = dayStart(since, zone);
  const modifiedUntil = dayStart(until, zone, 1);
  const least = Number(minSize);
  return {
    ...(type === undefined ? {} : { type }),
    ...(minSize === undefined || !Number.isSafeInteger(least) ? {} : { minSize: least }),
    ...(modifiedSince === undefined ? {} : { modifiedSince }),
    ...(modifiedUntil === undefined ? {} : { modifiedUntil }),
  };
}
