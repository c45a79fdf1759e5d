import { type SyntheticEvent } from 'react';
import { ask, Refused, type Schemas } from '../../api/request';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';

const dayMs = 86_400_000;
const lifetimes = ['30', '90', '365', '0'] as const;

interface CreateTokenProps {
  readonly onCreated: (token: Schemas['CreatedToken']) => void;
  /** No answer came: the token may be there, its secret is lost. */
  readonly onLost: () => void;
}

function expiryIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

function bodyOf(form: HTMLFormElement): Schemas['CreateTokenBody'] {
  const days = Number(fieldOf(form, 'days'));
  const expiry = days > 0 ? { expiresAt: expiryIn(days) } : {};
  return { name: fieldOf(form, 'name').trim(), ...expiry };
}

export function CreateToken({ onCreated, onLost }: CreateTokenProps) {
  const messages = useMessages('tokens');
  const { problem, busy, act } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    act(async () => {
      try {
        onCreated(await ask((api) => api.POST('/api/v1/tokens', { body: bodyOf(form) })));
        form.reset();
      } catch (error) {
        if (error instanceof Refused && error.status === 0) onLost();
        throw error;
      }
    });
  };
  return (
    <>
      <form className="row wrap maker" onSubmit={submit}>
        <label>
          {messages.name}
          <input name="name" autoComplete="off" maxLength={100} required />
        </label>
        <Lifetime />
        <button className="primary" aria-disabled={busy}>
          {messages.create}
        </button>
        <AsCurl method="POST" path="/tokens" body={{ name: '…', expiresAt: expiryIn(90) }} bySession />
      </form>
      <ErrorMessage problem={problem} />
    </>
  );
}

function Lifetime() {
  const messages = useMessages('tokens');
  return (
    <label>
      {messages.expires}
      <select name="days" defaultValue="90">
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            {messages.expiresIn[days]}
          </option>
        ))}
      </select>
    </label>
  );
}
