import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { Time } from '../../components/time';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { allCapabilities, type Capability, type Role, useAllRoles } from './all-roles';
import './roles.css';

export function RolesPage() {
  const messages = useMessages('roles');
  const roles = useAllRoles();
  return (
    <>
      <Title
        actions={
          <Link className="button" to="/administration/new-role">
            {messages.newRole}
          </Link>
        }
      >
        {messages.title}
      </Title>
      <AsCurl path="/admin/roles" />
      <p className="quiet">{messages.about}</p>
      <Shown of={roles} rows={12}>
        {({ items }) => (
          <>
            <Matrix roles={items} />
            <OwnRoles roles={items.filter(({ builtIn }) => !builtIn)} />
          </>
        )}
      </Shown>
    </>
  );
}

/** Who may do what: one row a capability, one column a role. */
function Matrix({ roles }: { readonly roles: readonly Role[] }) {
  const messages = useMessages('roles');
  const links = roles.map(({ name }) => [
    name,
    <Link key={name} to="/administration/roles/$name" params={{ name }}>
      {name}
    </Link>,
  ]);
  return (
    <Table
      className="matrix"
      label={messages.matrix}
      heads={[messages.capability, ...roles.map(({ name }) => name)]}
      inHeads={Object.fromEntries(links) as Record<string, ReactNode>}
    >
      {allCapabilities(roles).map((capability) => (
        <Row key={capability} name={<CapabilityName of={capability} />}>
          {roles.map(({ name, capabilities }) => (
            <Cell key={name} of={name}>
              {capabilities.includes(capability) ? (
                <span role="img" aria-label={messages.may}>
                  ✓
                </span>
              ) : (
                <span role="img" aria-label={messages.mayNot} className="quiet">
                  –
                </span>
              )}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

function CapabilityName({ of }: { readonly of: Capability }) {
  const { allows } = useMessages('roles');
  return (
    <>
      <code>{of}</code> <span className="quiet">{allows[of]}</span>
    </>
  );
}

function OwnRoles({ roles }: { readonly roles: readonly Role[] }) {
  const messages = useMessages('roles');
  return (
    <section>
      <h2>{messages.own}</h2>
      {roles.length === 0 ? (
        <Empty>
          {messages.noOwn} <Link to="/administration/new-role">{messages.newRole}</Link>
        </Empty>
      ) : (
        <Table
          label={messages.own}
          heads={[messages.name, messages.description, messages.capabilities, messages.changed]}
        >
          {roles.map((role) => (
            <OwnRole key={role.name} role={role} />
          ))}
        </Table>
      )}
    </section>
  );
}

function OwnRole({ role: { name, description, capabilities, updatedAt } }: { readonly role: Role }) {
  const messages = useMessages('roles');
  const link = (
    <Link to="/administration/roles/$name" params={{ name }} aria-label={messages.edit(name)}>
      {name}
    </Link>
  );
  return (
    <Row name={link}>
      <Cell of={messages.description}>{description}</Cell>
      <Cell of={messages.capabilities}>{capabilities.length}</Cell>
      <Cell of={messages.changed}>{updatedAt !== null && <Time at={updatedAt} />}</Cell>
    </Row>
  );
}
