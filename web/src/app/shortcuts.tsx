import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePreferences } from '../parts/preferences';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';
import { useViews } from './views';

// Nobody who does not ask for them waits for them.
const Palette = lazy(() => import('../palette/palette').then((module) => ({ default: module.Palette })));
const KeysHelp = lazy(() => import('../palette/keys-help').then((module) => ({ default: module.KeysHelp })));

type Opened = 'palette' | 'keys' | null;

/** The palette and the list of keys, with the keys that open them. */
export function Shortcuts(): ReactNode {
  const words = useWords(frameWords);
  const views = useViews();
  const [opened, setOpened] = useState<Opened>(null);
  useKeys(setOpened);
  const close = () => setOpened(null);
  return (
    <>
      <button type="button" className="find" onClick={() => setOpened('palette')}>
        {words.find} <kbd>Ctrl K</kbd>
      </button>
      <Suspense fallback={null}>
        {opened === 'palette' && <Palette views={views} close={close} />}
        {opened === 'keys' && <KeysHelp close={close} />}
      </Suspense>
    </>
  );
}

function useKeys(open: (what: Opened) => void): void {
  const { bareKeys } = usePreferences();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        open('palette');
      } else if (bareKeys && isBare(event)) {
        if (event.key === '?') open('keys');
        if (event.key === '/' && focusSearch()) event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [bareKeys, open]);
}

/** Not while somebody types, nor over a dialog. */
function isBare({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false;
  return !(target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'));
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
