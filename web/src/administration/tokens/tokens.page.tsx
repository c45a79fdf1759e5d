import { useState } from 'react';
import { ask, type Schemas } from '../../api/ask';
import { forget, useAsked } from '../../api/queries';
import { Empty } from '../../parts/empty';
import { Shown } from '../../parts/shown';
import { State } from '../../parts/state';
import { Sure } from '../../parts/sure';
import { Cell, Row, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { focusTitle, Title } from '../../parts/title';
import { CreateToken } from './create-token';
import { FreshToken } from './fresh-token';

type Token = Schemas['TokenSummary'];
type Created = Schemas['CreatedToken'];

const heads = ['Name', 'State', 'Role', 'Created', 'Last used', 'Expires', 'Revoke'];

export function TokensPage() {
  const tokens = useAsked(['tokens'], (api, signal) =>
    api.GET('/api/v1/tokens', { params: { query: { limit: 200 } }, signal }),
  );
  const reload = () => forget('tokens');
  const [created, setCreated] = useState<Created | null>(null);
  const [said, setSaid] = useState('');
  const onCreated = (token: Created) => {
    setCreated(token);
    reload();
  };
  const onRevoked = (token: Token) => {
    setSaid(`${token.name} is revoked: its next request is refused.`);
    reload();
  };
  const onCopied = () => {
    focusTitle();
    setCreated(null);
  };
  return (
    <>
      <Title>Tokens</Title>
      <p className="quiet">A token lets a machine act for you, with the role you have when you create it.</p>
      <CreateToken onCreated={onCreated} onLost={reload} />
      {created && <FreshToken key={created.id} token={created} onDone={onCopied} />}
      <p role="status">{said}</p>
      <Shown of={tokens}>{({ items }) => <TokenList tokens={items} onRevoked={onRevoked} />}</Shown>
    </>
  );
}

interface TokenListProps {
  readonly tokens: readonly Token[];
  readonly onRevoked: (token: Token) => void;
}

function TokenList({ tokens, onRevoked }: TokenListProps) {
  if (tokens.length === 0) return <Empty>You have no token. Name the first one above and create it.</Empty>;
  return (
    <Table label="Your tokens" heads={heads}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoked={onRevoked} />
      ))}
    </Table>
  );
}

interface TokenRowProps {
  readonly token: Token;
  readonly onRevoked: (token: Token) => void;
}

/** Revoking asks once more, since what uses the token stops working at its next request. */
function TokenRow({ token, onRevoked }: TokenRowProps) {
  const revoke = async () => {
    onRevoked(await ask((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id: token.id } } })));
  };
  const texts = { label: 'Revoke', really: 'Really revoke', keep: 'Keep' };
  return (
    <Row name={token.name}>
      <Cell of="State">
        <State of={token.status} />
      </Cell>
      <Cell of="Role">{token.role}</Cell>
      <Cell of="Created">
        <Time at={token.createdAt} />
      </Cell>
      <Cell of="Last used">
        {token.lastUsedAt ? <Time at={token.lastUsedAt} /> : <span className="quiet">never</span>}
      </Cell>
      <Cell of="Expires">{token.expiresAt ? <Time at={token.expiresAt} /> : <span className="quiet">never</span>}</Cell>
      <Cell of="Revoke">{token.status === 'active' && <Sure {...texts} of={token.name} work={revoke} />}</Cell>
    </Row>
  );
}
