import { useApiQuery } from '../../api/queries';
import { useMessages } from '../../i18n/messages';
import { type Channel } from './channel-details';

/** Whether the console has a default mail server; undefined until it is known. */
export function useHasMailServer(): boolean | undefined {
  const { data } = useApiQuery(['channels', 'mail server'], (api, signal) =>
    api.GET('/api/v1/admin/notifications/channels', { params: { query: { limit: 1 } }, signal }),
  );
  return data?.hasMailServer;
}

/** Without a default mail server: which channels send nothing for that, else that mail needs a server. */
export function NoMailServer({ channels = [] }: { readonly channels?: readonly Channel[] }) {
  const messages = useMessages('channels');
  const names = channels.filter(({ kind, smtp }) => kind === 'email' && smtp === null).map(({ name }) => name);
  return (
    <p className="note" data-look={names.length > 0 ? 'warn' : undefined}>
      {names.length > 0 ? messages.mailNotSent(names.join(', ')) : messages.noMailServer}
    </p>
  );
}
