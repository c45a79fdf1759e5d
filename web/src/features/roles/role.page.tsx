import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { ifMatch, type Tagged, tagged } from '../../api/etag';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { Shown } from '../../components/query-content';
import { ConfirmButton } from '../../components/confirm-button';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { allCapabilities, type Capability, type Role, useAllRoles } from './all-roles';
import { CapabilityChoice } from './capability-choice';
import './roles.css';

export function RolePage() {
  const messages = useMessages('roles');
  const { name } = useParams({ from: '/administration/roles/$name' });
  const path = { name };
  const [said, setSaid] = useState('');
  const role = useApiQuery(['roles', 'one', name], (api, signal) =>
    tagged(api.GET('/api/v1/admin/roles/{name}', { params: { path }, signal })),
  );
  const onSaved = () => {
    setSaid(messages.saved(name));
    forget('roles');
  };
  return (
    <>
      <Title above={<Link to="/administration/roles">{messages.title}</Link>}>{name}</Title>
      <AsCurl path={pathOf(name)} />
      <p role="status">{said}</p>
      <Shown of={role}>{(known) => <OneRole key={known.etag} role={known} onSaved={onSaved} />}</Shown>
    </>
  );
}

function pathOf(name: string): string {
  return `/admin/roles/${encodeURIComponent(name)}`;
}

interface OneRoleProps {
  readonly role: Tagged<Role>;
  readonly onSaved: () => void;
}

function OneRole({ role, onSaved }: OneRoleProps) {
  const messages = useMessages('roles');
  const { builtIn, name } = role.value;
  return (
    <>
      {builtIn && <p>{messages.builtIn}</p>}
      <Holders of={name} />
      <EditRole role={role} onSaved={onSaved} />
      {!builtIn && <DeleteRole role={role} />}
    </>
  );
}

/** How many people a change is felt by. */
function Holders({ of }: { readonly of: string }) {
  const messages = useMessages('roles');
  const mayCount = usePermissionError('users:manage') === null;
  const query = { role: of, limit: 1, count: true };
  const { data } = useApiQuery(
    ['users', 'holders', of],
    (api, signal) => api.GET('/api/v1/admin/users', { params: { query }, signal }),
    { enabled: mayCount },
  );
  if (!data?.total) return null;
  return (
    <p>
      <Link to="/administration/users" search={{ role: of }}>
        {messages.holders(data.total.value)}
      </Link>
    </p>
  );
}

/** What somebody else changed meanwhile is not overwritten: the mark that was read goes along. */
function EditRole({ role: { value: role, etag }, onSaved }: OneRoleProps) {
  const messages = useMessages('roles');
  const roles = useAllRoles();
  const { problem, busy, act } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<Capability>>(new Set(role.capabilities));
  const { name, builtIn } = role;
  const params = { path: { name }, header: ifMatch(etag) };
  const described = { defaultValue: role.description, readOnly: builtIn };
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const description = fieldOf(event.currentTarget, 'description').trim();
    const body = { description, capabilities: [...chosen] };
    act(async () => {
      await ask((api) => api.PATCH('/api/v1/admin/roles/{name}', { params, body }));
      onSaved();
    });
  };
  return (
    <form className="stack role" onSubmit={save}>
      <label>
        {messages.description}
        <input {...{ name: 'description', autoComplete: 'off', maxLength: 500 }} {...described} />
      </label>
      <CapabilityChoice
        {...{ all: allCapabilities(roles.data?.items ?? []), chosen, choose: setChosen, disabled: builtIn }}
      />
      <ErrorMessage problem={problem} />
      {!builtIn && <p className="quiet">{messages.endsPasswords}</p>}
      {!builtIn && (
        <p className="row">
          <button className="primary" aria-disabled={busy}>
            {messages.save}
          </button>
          <AsCurl method="PATCH" path={pathOf(name)} body={{ capabilities: [...chosen] }} bySession />
        </p>
      )}
    </form>
  );
}

function DeleteRole({ role: { value, etag } }: Pick<OneRoleProps, 'role'>) {
  const messages = useMessages('roles');
  const navigate = useNavigate();
  const params = { path: { name: value.name }, header: ifMatch(etag) };
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/admin/roles/{name}', { params }));
    await navigate({ to: '/administration/roles' });
    forget('roles');
  };
  return (
    <section>
      <p className="quiet">{messages.removeWhy}</p>
      <ConfirmButton
        {...{
          label: messages.remove,
          really: messages.reallyRemove,
          keep: messages.keep,
          of: value.name,
          work: remove,
        }}
        curl={{ method: 'DELETE', path: pathOf(value.name), bySession: true }}
      />
    </section>
  );
}
