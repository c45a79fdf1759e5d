import { useRef, useState } from 'react';
import { useMessages } from '../i18n/messages';

/** A text to be copied, named by its label: a secret that nobody can show again, or a line to try. */
export function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const messages = useMessages('copyOnce');
  const [said, setSaid] = useState('');
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(messages.copied);
    } catch {
      // Without https a browser gives no clipboard to pages of other machines.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(messages.selected);
    }
  };
  return (
    <div className="secret">
      <span>{label}</span>
      <code ref={shown}>{text}</code>
      <button type="button" aria-label={messages.copyOf(label)} onClick={() => void copy()}>
        {messages.copy}
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}
