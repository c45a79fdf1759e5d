import { type SyntheticEvent, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from './api';
import { fieldOf } from './form-field';
import { FreshToken } from './fresh-token';
import { Empty, Fault, Placeholder, State, Table, Time } from './parts';
import { useData } from './use-data';

type Token = Schemas['TokenSummary'];
type Created = Schemas['CreatedToken'];

const loadTokens = () => ask((api) => api.GET('/api/v1/tokens', { params: { query: { limit: 200 } } }));
const dayMs = 86_400_000;

export function TokensView() {
  const { data, problem, reload } = useData('tokens', loadTokens);
  const [created, setCreated] = useState<Created | null>(null);
  const onCreated = (token: Created) => {
    setCreated(token);
    reload();
  };
  return (
    <>
      <h1>Tokens</h1>
      <p className="quiet">A token lets a machine act for you, with the role you have when you create it.</p>
      <CreateToken onCreated={onCreated} />
      <div aria-live="polite">{created && <FreshToken token={created} onDone={() => setCreated(null)} />}</div>
      <Fault problem={problem} retry={reload} />
      {data === null && !problem && <Placeholder />}
      {data?.items.length === 0 && <Empty>You have no token. Name the first one above and create it.</Empty>}
      {data !== null && data.items.length > 0 && (
        <Table label="Your tokens" heads={['Name', 'State', 'Role', 'Created', 'Last used', 'Expires', 'Revoke']}>
          {data.items.map((token) => (
            <TokenRow key={token.id} token={token} onChanged={reload} />
          ))}
        </Table>
      )}
    </>
  );
}

function CreateToken({ onCreated }: { readonly onCreated: (token: Created) => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const days = Number(fieldOf(form, 'days'));
    const expiry = days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {};
    try {
      const body = { name: fieldOf(form, 'name').trim(), ...expiry };
      onCreated(await ask((api) => api.POST('/api/v1/tokens', { body })));
      setProblem(null);
      form.reset();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <form className="row wrap" onSubmit={(event) => void submit(event)}>
      <label>
        Name
        <input name="name" placeholder="nightly pipeline" autoComplete="off" maxLength={100} required />
      </label>
      <label>
        Expires
        <select name="days" defaultValue="90">
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
          <option value="0">never</option>
        </select>
      </label>
      <button className="primary low">Create token</button>
      <Fault problem={problem} />
    </form>
  );
}

function TokenRow({ token, onChanged }: { readonly token: Token; readonly onChanged: () => void }) {
  return (
    <tr>
      <th scope="row">{token.name}</th>
      <td>
        <State of={token.status} />
      </td>
      <td>{token.role}</td>
      <td>
        <Time at={token.createdAt} />
      </td>
      <td>{token.lastUsedAt ? <Time at={token.lastUsedAt} /> : <span className="quiet">never</span>}</td>
      <td>{token.expiresAt ? <Time at={token.expiresAt} /> : <span className="quiet">never</span>}</td>
      <td>{token.status === 'active' && <Revoke token={token} onChanged={onChanged} />}</td>
    </tr>
  );
}

/** Asks once more in place, since what uses the token stops working at its next request. */
function Revoke({ token, onChanged }: { readonly token: Token; readonly onChanged: () => void }) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const revoke = () => {
    ask((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id: token.id } } })).then(
      onChanged,
      (error: unknown) => setProblem(asProblem(error)),
    );
  };
  if (!sure)
    return (
      <button type="button" aria-label={`Revoke ${token.name}`} onClick={() => setSure(true)}>
        Revoke
      </button>
    );
  return (
    <span className="row">
      <button type="button" className="danger" aria-label={`Really revoke ${token.name}`} autoFocus onClick={revoke}>
        Really revoke
      </button>
      <button type="button" aria-label={`Keep ${token.name}`} onClick={() => setSure(false)}>
        Keep
      </button>
      <Fault problem={problem} />
    </span>
  );
}
