import { isReachable } from '../api/request';
import { useMessages } from '../i18n/messages';

/** While the console is away, a reload would leave nothing but the browser's own error page. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** In place of a part whose code could not be loaded. The page is not reloaded by itself: something may be typed on it. */
export function PartError() {
  const messages = useMessages('sectionError');
  return (
    <div role="alert">
      <div className="fault">
        <p>{messages.missing}</p>
        <button type="button" onClick={() => void reloadIfReachable()}>
          {messages.reload}
        </button>
      </div>
    </div>
  );
}
