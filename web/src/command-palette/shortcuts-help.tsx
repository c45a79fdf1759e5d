import { useEffect, useRef } from 'react';
import { usePreferences } from '../components/preferences';
import { commonWords } from '../i18n/common.messages';
import { useMessages } from '../i18n/messages';
import './command-palette.css';
import { paletteWords } from './command-palette.messages';

/** Which keys do what. */
export function KeysHelp({ close }: { readonly close: () => void }) {
  const words = useMessages(paletteWords);
  const common = useMessages(commonWords);
  const { bareKeys } = usePreferences();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const keys = [
    ['Ctrl K', words.keyFind],
    ['/', words.keySearch],
    ['?', words.keyHelp],
    ['j, ↓', words.keyDown],
    ['k, ↑', words.keyUp],
    ['Enter', words.keyOpen],
    ['x, Space', words.keyChoose],
    ['Esc', words.keyEscape],
  ] as const;
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={close}>
      <h2 id="keys">{words.keys}</h2>
      {!bareKeys && <p>{words.bareOff}</p>}
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
