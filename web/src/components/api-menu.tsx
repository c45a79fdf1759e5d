import { useState, useSyncExternalStore } from 'react';
import { useMessages } from '../i18n/messages';
import { type CurlLine, offeredLines, onLines } from './curl-lines';

const menu = 'api-menu';

interface ApiButtonProps {
  /** Where only its words say what it is. */
  readonly isLong?: boolean;
}

/** Opens the menu; nothing where the page asks nothing. */
export function ApiButton({ isLong = false }: ApiButtonProps) {
  const messages = useMessages('common');
  const lines = useSyncExternalStore(onLines, offeredLines);
  if (lines.length === 0) return null;
  return (
    <button type="button" className="api-button" popoverTarget={menu} title={messages.apiMenu}>
      {isLong ? messages.apiMenu : messages.api}
    </button>
  );
}

/** What the page in view asks and does, for a machine: each entry copies its line of curl. */
export function ApiMenu() {
  const messages = useMessages('common');
  const lines = useSyncExternalStore(onLines, offeredLines);
  const [said, setSaid] = useState('');
  return (
    <div id={menu} className="menu api-menu" popover="auto" role="group" aria-label={messages.apiMenu}>
      <p className="quiet">{messages.apiMenu}</p>
      {lines.map((line) => (
        <Entry key={line.text} of={line} say={setSaid} />
      ))}
      <p role="status" className="said">
        {said}
      </p>
    </div>
  );
}

function Entry({ of: { name, text }, say }: { readonly of: CurlLine; readonly say: (text: string) => void }) {
  const { copied } = useMessages('common');
  return (
    <button type="button" className="bare" title={text} onClick={() => void copyLine(text, copied).then(say)}>
      <code>{name}</code>
    </button>
  );
}

/** Copies the line and says so; where a browser gives no clipboard, the line itself is what is said. */
export async function copyLine(text: string, copied: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    return text;
  }
}
