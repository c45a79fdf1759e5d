import { useEffect, useRef } from 'react';
import { usePreferences } from '../components/preferences';
import { useMessages } from '../i18n/messages';
import './command-palette.css';

/** Which keys do what. */
export function KeysHelp({ close }: { readonly close: () => void }) {
  const messages = useMessages('commandPalette');
  const common = useMessages('common');
  const { bareKeys } = usePreferences();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const keys = [
    ['Ctrl K', messages.keyFind],
    ['/', messages.keySearch],
    ['?', messages.keyHelp],
    ['j, ↓', messages.keyDown],
    ['k, ↑', messages.keyUp],
    ['Enter', messages.keyOpen],
    ['x, Space', messages.keyChoose],
    ['Esc', messages.keyEscape],
  ] as const;
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={close}>
      <h2 id="keys">{messages.keys}</h2>
      {!bareKeys && <p>{messages.bareOff}</p>}
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {common.close}
      </button>
    </dialog>
  );
}
