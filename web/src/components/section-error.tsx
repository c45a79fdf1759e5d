import { isReachable } from '../api/request';
import { useMessages } from '../i18n/messages';
import { partErrorWords } from './components.messages';

/** While the console is away, a reload would leave nothing but the browser's own error page. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** In place of a part whose code could not be loaded. The page is not reloaded by itself: something may be typed on it. */
export function PartError() {
  const words = useMessages(partErrorWords);
  return (
    <div role="alert">
      <div className="fault">
        <p>{words.missing}</p>
        <button type="button" onClick={() => void reloadIfReachable()}>
          {words.reload}
        </button>
      </div>
    </div>
  );
}
