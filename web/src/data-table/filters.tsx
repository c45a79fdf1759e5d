import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Chooser } from '../components/combobox';
import { DayField } from '../components/day-field';
import { exact } from '../components/format';
import { fieldOf } from '../components/form-field';
import { type Kind } from '../components/recent-choices';
import { useMessages } from '../i18n/messages';
import { SavedFilters } from './saved-filters';

interface AnyFilter {
  readonly name: string;
  readonly label: string;
  /** Shown where it is set or where the user asks for more filters. */
  readonly isRare?: boolean;
}

interface ChoiceFilter extends AnyFilter {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

interface TextFilter extends AnyFilter {
  readonly kind: 'text';
  readonly suggestions?: readonly string[];
}

/** A name of its kind: looked for by typing, those used last first; one that is configured no more may be typed. */
interface NameFilter extends AnyFilter {
  readonly kind: 'name';
  readonly of: Kind;
  /** All that there are; without it the server is asked. */
  readonly names?: readonly string[];
}

interface DayFilter extends AnyFilter {
  readonly kind: 'day';
}

export type Filter = ChoiceFilter | TextFilter | NameFilter | DayFilter;
type Values = Readonly<Record<string, string | undefined>>;

interface FiltersProps {
  readonly filters: readonly Filter[];
  /** As the address has them. */
  readonly values: Values;
  readonly choose: (changes: Values) => void;
}

/**
 * Filters that the server applies and the address keeps; each that stands has a chip that takes it away. On phones the fields
 * are folded behind a button, as are rare ones everywhere.
 */
export function Filters({ filters, values, choose }: FiltersProps) {
  const isSet = ({ name }: Filter): boolean => values[name] !== undefined;
  const set = filters.filter(isSet);
  const messages = useMessages('dataTable');
  const [isOpen, setOpen] = useState(false);
  const [isFull, setFull] = useState(false);
  return (
    <>
      <button type="button" className="filters-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {messages.filters(set.length)}
      </button>
      <div className="filter-fields" data-open={isOpen || undefined}>
        {filters
          .filter((filter) => filter.isRare !== true || isFull || isSet(filter))
          .map((filter) => (
            <Field key={filter.name} of={filter} {...{ values, choose }} />
          ))}
        {filters.some(({ isRare }) => isRare === true) && (
          <button type="button" aria-expanded={isFull} onClick={() => setFull(!isFull)}>
            {isFull ? messages.fewerFilters : messages.moreFilters}
          </button>
        )}
      </div>
      <SavedFilters />
      {set.length > 0 && (
        <div className="chips" role="group" aria-label={messages.addFilter}>
          {set.map((filter) => (
            <Chip key={filter.name} of={filter} {...{ values, choose }} />
          ))}
          {set.length > 1 && (
            <button
              type="button"
              className="bare"
              onClick={() => choose(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
            >
              {messages.clear}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface OneProps extends Pick<FiltersProps, 'values' | 'choose'> {
  readonly of: Filter;
}

function Field(props: OneProps) {
  const { of, values, choose } = props;
  if (of.kind === 'choice') return <ChoiceField of={of} {...{ values, choose }} />;
  const value = values[of.name] ?? '';
  if (of.kind === 'name') {
    const take = (name: string) => choose({ [of.name]: name || undefined });
    const names = of.names ? { names: of.names } : {};
    return <Chooser {...{ label: of.label, kind: of.of, chosen: value, choose: take, isFree: true, ...names }} />;
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose({ [of.name]: fieldOf(event.currentTarget, of.name).trim() || undefined });
  };
  const takeDay = (day: string) => choose({ [of.name]: day || undefined });
  return (
    <form onSubmit={submit}>
      <label>
        {of.label}
        {of.kind === 'text' ? (
          <TextField of={of} value={value} />
        ) : (
          <DayField name={of.name} value={value} take={takeDay} />
        )}
      </label>
    </form>
  );
}

function ChoiceField({ of, values, choose }: OneProps & { readonly of: ChoiceFilter }) {
  const { any } = useMessages('dataTable');
  return (
    <label>
      {of.label}
      <select value={values[of.name] ?? ''} onChange={({ target }) => choose({ [of.name]: target.value || undefined })}>
        <option value="">{any}</option>
        {of.options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function TextField({ of, value }: { readonly of: TextFilter; readonly value: string }) {
  const list = `suggestions-${of.name}`;
  const field = useRef<HTMLInputElement>(null);
  // Another field in its place would not have the focus that this one may have.
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return (
    <>
      <input
        ref={field}
        name={of.name}
        type="search"
        className="short"
        defaultValue={value}
        list={of.suggestions ? list : undefined}
        spellCheck={false}
        autoComplete="off"
        onBlur={({ target }) => target.value.trim() !== value && target.form?.requestSubmit()}
      />
      {of.suggestions && (
        <datalist id={list}>
          {of.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** A link from a picture names moments where one chooses days: they are shown as exact as they are. */
function textOf(of: Filter, value: string): string {
  if (of.kind === 'choice') return of.options.find((option) => option.value === value)?.text ?? value;
  return of.kind === 'day' && value.endsWith('Z') && !Number.isNaN(Date.parse(value)) ? exact(value, 'UTC') : value;
}

function Chip({ of, values, choose }: OneProps) {
  const messages = useMessages('dataTable');
  const value = values[of.name] ?? '';
  const text = textOf(of, value);
  return (
    <span className="chip">
      {of.label}: {text}
      <button type="button" aria-label={messages.remove(of.label)} onClick={() => choose({ [of.name]: undefined })}>
        ✕
      </button>
    </span>
  );
}
