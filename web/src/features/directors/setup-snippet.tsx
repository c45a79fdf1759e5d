import { useState } from 'react';
import { commonWords } from '../../i18n/common.messages';
import { useWords } from '../../i18n/messages';

/** A text to put somewhere else, shown whole, with a button that copies it where the browser can. */
export function Paste({ label, text }: { readonly label: string; readonly text: string }) {
  const { copy, copied } = useWords(commonWords);
  const [said, setSaid] = useState('');
  const take = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(copied);
    } catch {
      setSaid('');
    }
  };
  return (
    <figure className="paste">
      <figcaption>
        {label}
        {'clipboard' in navigator && (
          <button type="button" aria-label={`${copy}: ${label}`} onClick={() => void take()}>
            {copy}
          </button>
        )}
        <span role="status" className="quiet">
          {said}
        </span>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
