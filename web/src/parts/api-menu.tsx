import { useId, useState, useSyncExternalStore } from 'react';
import { commonWords } from '../words/common.words';
import { useWords } from '../words/words';
import { type CurlLine, offeredLines, onLines } from './curl-lines';

/** What this page asks and does, for a machine: one menu a page, each entry copies its line of curl. */
export function ApiMenu() {
  const words = useWords(commonWords);
  const lines = useSyncExternalStore(onLines, offeredLines);
  const id = useId();
  const [said, setSaid] = useState('');
  if (lines.length === 0) return null;
  return (
    <>
      <button type="button" className="api-button" popoverTarget={id} title={words.apiMenu}>
        {words.api}
      </button>
      <div id={id} className="menu api-menu" popover="auto" role="group" aria-label={words.apiMenu}>
        <p className="quiet">{words.apiMenu}</p>
        {lines.map((line) => (
          <Entry key={line.text} of={line} say={setSaid} />
        ))}
        <p role="status" className="said">
          {said}
        </p>
      </div>
    </>
  );
}

function Entry({ of: { name, text }, say }: { readonly of: CurlLine; readonly say: (text: string) => void }) {
  const { copied } = useWords(commonWords);
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
