import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useMessages } from '../../i18n/messages';

export type EventRecord = Schemas['EventRecord'];

export function textOf(data: EventRecord['data'], name: string): string | null {
  const value = data[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Where one sees more of what happened: the run, the client's silence, what was done to the token. */
export function EventPlace({ of: { data } }: { readonly of: EventRecord }) {
  const messages = useMessages('events');
  const { jobId } = data;
  const [director, client, job, tokenId] = ['director', 'client', 'job', 'tokenId'].map((name) => textOf(data, name));
  if (typeof jobId === 'number') {
    return (
      <Link to="/runs/$jobId" params={{ jobId: String(jobId) }} search={director ? { director } : {}}>
        {messages.run(jobId)}
      </Link>
    );
  }
  if (job && director) {
    return (
      <Link to="/jobs/$name" params={{ name: job }} search={{ director }}>
        {messages.job(job)}
      </Link>
    );
  }
  if (director && client) {
    return (
      <Link to="/administration/silence/$at/$name" params={{ at: director, name: client }}>
        {messages.silenceOf(client)}
      </Link>
    );
  }
  if (!tokenId) return null;
  return (
    <Link to="/administration/audit/tokens" search={{ tokenId }}>
      {messages.token}
    </Link>
  );
}
