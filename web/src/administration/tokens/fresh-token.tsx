import { useEffect, useRef, useState } from 'react';
import { base, type Schemas } from '../../api/ask';

/** The plaintext, which nobody can show again, and a line that proves it. */
export function FreshToken(props: { readonly token: Schemas['CreatedToken']; readonly onDone: () => void }) {
  const { token, onDone } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const curl = `curl -H 'Authorization: Bearer ${token.plaintext}' '${base}/api/v1/operations/jobs'`;
  return (
    <section className="fresh" aria-labelledby="fresh">
      <h2 id="fresh" ref={heading} tabIndex={-1}>
        {token.name} is created
      </h2>
      <p>Copy it now: it is shown this once.</p>
      <Secret label="Token" text={token.plaintext} />
      <Secret label="Try it" text={curl} />
      <button type="button" onClick={onDone}>
        I have it
      </button>
    </section>
  );
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  const [said, setSaid] = useState('');
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Without https a browser gives no clipboard to pages of other machines.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid('Selected: press Ctrl C');
    }
  };
  return (
    <div className="secret">
      <span>{label}</span>
      <code ref={shown}>{text}</code>
      <button type="button" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        Copy
      </button>
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  );
}
