import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { allCapabilities, type Capability, type Role, useAllRoles } from './all-roles';
import { CapabilityChoice } from './capability-choice';
import './roles.css';

export function NewRolePage() {
  const messages = useMessages('roles');
  const roles = useAllRoles();
  return (
    <>
      <Title above={<Link to="/administration/roles">{messages.title}</Link>}>{messages.newRole}</Title>
      <Shown of={roles}>{({ items }) => <NewRole roles={items} />}</Shown>
    </>
  );
}

function NewRole({ roles }: { readonly roles: readonly Role[] }) {
  const messages = useMessages('roles');
  const navigate = useNavigate();
  const { problem, busy, act } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<Capability>>(new Set());
  const create = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [name, description] = [fieldOf(form, 'name'), fieldOf(form, 'description').trim()];
    const body: Schemas['CreateRoleBody'] = { name, description, capabilities: [...chosen] };
    act(async () => {
      await ask((api) => api.POST('/api/v1/admin/roles', { body }));
      forget('roles');
      await navigate({ to: '/administration/roles/$name', params: { name } });
    });
  };
  return (
    <form className="stack role" onSubmit={create}>
      <NameFields />
      <StartFrom roles={roles} choose={setChosen} />
      <CapabilityChoice all={allCapabilities(roles)} chosen={chosen} choose={setChosen} />
      <ErrorMessage problem={problem} />
      <p className="row">
        <button className="primary" aria-disabled={busy}>
          {messages.create}
        </button>
        <AsCurl
          {...{ method: 'POST', path: '/admin/roles', bySession: true }}
          body={{ name: '…', description: '…', capabilities: [...chosen] }}
        />
      </p>
    </form>
  );
}

function NameFields() {
  const messages = useMessages('roles');
  return (
    <>
      <div>
        <label>
          {messages.name}
          <input
            {...{ name: 'name', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 63 }}
            {...{ required: true, pattern: '[a-z][a-z0-9\\-]*', 'aria-describedby': 'name-rule' }}
            title={messages.nameRule}
          />
        </label>
        <p id="name-rule" className="quiet">
          {messages.nameRule}
        </p>
      </div>
      <label>
        {messages.description}
        <input name="description" autoComplete="off" maxLength={500} />
      </label>
    </>
  );
}

interface StartFromProps {
  readonly roles: readonly Role[];
  readonly choose: (chosen: ReadonlySet<Capability>) => void;
}

/** What another role allows, as a beginning. */
function StartFrom({ roles, choose }: StartFromProps) {
  const messages = useMessages('roles');
  const startFrom = (name: string) => choose(new Set(roles.find((role) => role.name === name)?.capabilities));
  return (
    <label>
      {messages.startFrom}
      <select onChange={({ target }) => startFrom(target.value)}>
        <option value="">{messages.nothing}</option>
        {roles.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
