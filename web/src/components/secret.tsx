import { useRef, useState } from 'react';
import { useMessages } from '../i18n/messages';
import './secret.css';

interface SecretProps {
  readonly label: string;
  readonly text: string;
  /** Several lines, below its label. */
  readonly isLong?: boolean;
}

/** A text that is shown once, with a button that copies it. */
export function Secret({ label, text, isLong = false }: SecretProps) {
  const { copy, copied } = useMessages('common');
  const messages = useMessages('secret');
  const [said, setSaid] = useState('');
  const shown = useRef<HTMLElement>(null);
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(copied);
    } catch {
      // Without https a browser gives no clipboard to pages of other machines.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(messages.selected);
    }
  };
  return (
    <div className={isLong ? 'secret long' : 'secret'}>
      <span>{label}</span>
      <code ref={shown}>{text}</code>
      <button type="button" aria-label={messages.copyOf(label)} onClick={() => void take()}>
        {copy}
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}
