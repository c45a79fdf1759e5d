import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ask } from '../../api/request';
import { forgetAll } from '../../api/queries';
import { ifMatch } from '../../api/etag';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';
import { directorsWords } from './directors.messages';

/** Says what is lost, and wants the name typed. */
export function RemoveDirector({ name, etag }: { readonly name: string; readonly etag: string | null }) {
  const { remove } = useMessages(directorsWords);
  const [typed, setTyped] = useState('');
  const { problem, busy, act } = useAction();
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed !== name) return;
    act(async () => {
      const params = { path: { name }, header: ifMatch(etag) };
      await ask((api) => api.DELETE('/api/v1/admin/directors/{name}', { params }));
      await navigate({ to: '/administration/directors', search: {} });
      forgetAll();
    });
  };
  return (
    <details className="remove">
      <summary>{remove.title}</summary>
      <p>{remove.loses(name)}</p>
      <form className="row wrap" onSubmit={submit}>
        <label>
          {remove.type(name)}
          <input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </label>
        <button className="danger" disabled={typed !== name} aria-disabled={busy}>
          {remove.remove}
        </button>
        <AsCurl method="DELETE" path={`/admin/directors/${encodeURIComponent(name)}`} />
      </form>
      <ErrorMessage problem={problem} />
    </details>
  );
}
