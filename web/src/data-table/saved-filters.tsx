import { type LinkProps, useMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { ask, type Schemas } from '../api/request';
import { forget, useApiQuery } from '../api/queries';
import { type Action, useAction } from '../components/action';
import { ErrorMessage } from '../components/error-message';
import { fieldOf } from '../components/form-field';
import { Shown } from '../components/query-content';
import { Undone, useUndo } from '../components/undo';
import { useMessages } from '../i18n/messages';

type Saved = Schemas['SavedFilter'];
type ListName = Schemas['FilteredPage'];
type Search = Readonly<Record<string, unknown>>;

/** The lists by their addresses. */
const lists: Readonly<Record<string, ListName>> = {
  '/runs': 'runs',
  '/jobs': 'jobs',
  '/clients': 'clients',
  '/events': 'events',
  '/storage/volumes': 'volumes',
  '/administration/audit': 'audit',
  '/administration/audit/tokens': 'audit_tokens',
  '/administration/tokens': 'tokens',
  '/administration/users': 'users',
  '/administration/silence': 'monitoring',
  '/administration/notifications': 'channels',
  '/administration/notifications/deliveries': 'deliveries',
};

const longestName = 60;

/** Filters of this list that the user gave a name; nothing where the page is no list. */
export function SavedFilters() {
  const { title } = useMessages('savedFilters');
  // The location is that of the next page while this one is still shown.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const list = lists[pathname];
  if (list === undefined) return null;
  return (
    <>
      <button type="button" className="saved-filters" popoverTarget={id}>
        {title}
      </button>
      <div
        {...{ id, className: 'menu saved', popover: 'auto', role: 'group', 'aria-label': title, tabIndex: -1 }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <Menu {...{ list, pathname, id }} />}
      </div>
    </>
  );
}

interface MenuProps {
  readonly list: ListName;
  readonly pathname: string;
  /** Of the element that it is in. */
  readonly id: string;
}

function Menu({ list, pathname, id: menu }: MenuProps) {
  const messages = useMessages('savedFilters');
  const action = useAction();
  const undo = useUndo();
  const saved = useApiQuery(['saved filters', list], (api, signal) =>
    api.GET('/api/v1/auth/saved-filters', { params: { query: { page: list, limit: 200 } }, signal }),
  );
  const apply = useApply(pathname, () => document.getElementById(menu)?.hidePopover());
  const remove = ({ id, name, query }: Saved) =>
    action.act(async () => {
      await ask((api) => api.DELETE('/api/v1/auth/saved-filters/{id}', { params: { path: { id } } }));
      forget('saved filters');
      // The button that had the focus goes away.
      document.getElementById(menu)?.focus();
      undo.did(messages.deleted(name), () => save({ page: list, name, query }));
    });
  return (
    <div className="stack">
      <Shown of={saved} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{messages.none}</p>
          ) : (
            <ul>
              {items.map((one) => (
                <SavedRow key={one.id} {...{ of: one, apply, remove, busy: action.busy }} />
              ))}
            </ul>
          )
        }
      </Shown>
      <ErrorMessage problem={action.problem} />
      <Undone of={undo} />
      <SaveForm list={list} />
    </div>
  );
}

interface KnownRoute {
  readonly options: { readonly validateSearch?: (search: Search) => Search };
}

/**
 * What was saved is taken as an address that somebody typed: the pages' own checks of their search take what they know and leave
 * the rest out.
 */
function useApply(pathname: string, close: () => void): (saved: Saved) => void {
  const navigate = useNavigate();
  const { options, routesById, routesByPath } = useRouter();
  const page = (routesByPath as unknown as Readonly<Record<string, KnownRoute | undefined>>)[pathname];
  const checks = [routesById['__root__'] as unknown as KnownRoute, page];
  return ({ query }) => {
    const given = options.parseSearch(query);
    const known = checks.flatMap((route) => Object.entries(route?.options.validateSearch?.(given) ?? {}));
    const search: Search = Object.fromEntries(known);
    close();
    void navigate({ to: pathname as LinkProps['to'], search: search as never });
  };
}

async function save(body: Schemas['SaveFilterBody']): Promise<void> {
  await ask((api) => api.POST('/api/v1/auth/saved-filters', { body }));
  forget('saved filters');
}

interface SavedRowProps {
  readonly of: Saved;
  readonly apply: (saved: Saved) => void;
  readonly remove: (saved: Saved) => void;
  readonly busy: boolean;
}

function SavedRow({ of, apply, remove, busy }: SavedRowProps) {
  const messages = useMessages('savedFilters');
  const [mode, setMode] = useState<'shown' | 'renaming' | 'renamed'>('shown');
  if (mode === 'renaming') return <RenameForm of={of} onDone={() => setMode('renamed')} />;
  return (
    <li>
      <button
        type="button"
        className="bare"
        title={of.query}
        aria-label={messages.apply(of.name)}
        onClick={() => apply(of)}
      >
        {of.name}
      </button>
      <button
        type="button"
        autoFocus={mode === 'renamed'}
        aria-label={messages.renameOf(of.name)}
        onClick={() => setMode('renaming')}
      >
        {messages.rename}
      </button>
      <button type="button" aria-disabled={busy} aria-label={messages.deleteOf(of.name)} onClick={() => remove(of)}>
        {messages.delete}
      </button>
    </li>
  );
}

function RenameForm({ of: { id, name }, onDone }: { readonly of: Saved; readonly onDone: () => void }) {
  const messages = useMessages('savedFilters');
  const action = useAction();
  const submit = (body: { readonly name: string }) =>
    action.act(async () => {
      await ask((api) => api.PATCH('/api/v1/auth/saved-filters/{id}', { params: { path: { id } }, body }));
      forget('saved filters');
      onDone();
    });
  return (
    <li>
      <NameForm {...{ action, name, submit, label: messages.take, isFocused: true }}>
        <button type="button" onClick={onDone}>
          {messages.cancel}
        </button>
      </NameForm>
    </li>
  );
}

function SaveForm({ list }: { readonly list: ListName }) {
  const messages = useMessages('savedFilters');
  const action = useAction();
  const [said, setSaid] = useState('');
  const { stringifySearch } = useRouter().options;
  const search: Search = useSearch({ strict: false });
  // A chosen Director alone is no filter of a list.
  if (stringifySearch({ ...search, director: undefined }) === '') return <p className="quiet">{messages.nothing}</p>;
  const submit = ({ name }: { readonly name: string }, form: HTMLFormElement) => {
    setSaid('');
    action.act(async () => {
      await save({ page: list, name, query: stringifySearch(search).slice(1) });
      form.reset();
      setSaid(messages.saved(name));
    });
  };
  return (
    <>
      <NameForm {...{ action, submit, name: '', label: messages.save }} />
      <p role="status">{said}</p>
    </>
  );
}

interface NameFormProps {
  readonly action: Action;
  readonly name: string;
  readonly label: string;
  readonly submit: (body: { readonly name: string }, form: HTMLFormElement) => void;
  readonly isFocused?: boolean;
  readonly children?: ReactNode;
}

function NameForm({ action: { problem, busy }, name, label, submit, isFocused = false, children }: NameFormProps) {
  const messages = useMessages('savedFilters');
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = fieldOf(event.currentTarget, 'name').trim();
    if (given !== '') submit({ name: given }, event.currentTarget);
  };
  return (
    <form onSubmit={onSubmit}>
      <label>
        {messages.name}
        <input
          name="name"
          defaultValue={name}
          maxLength={longestName}
          required
          autoFocus={isFocused}
          autoComplete="off"
        />
      </label>
      <div className="row">
        <button aria-disabled={busy}>{label}</button>
        {children}
      </div>
      <ErrorMessage problem={problem} />
    </form>
  );
}
