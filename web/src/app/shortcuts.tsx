import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isBareKey, isDialogOpen } from '../components/shortcut-key';
import { loadChunk } from '../components/missing-chunk';
import { PartError } from '../components/section-error';
import { preferences, type Preferences, usePreferences } from '../components/preferences';
import { useMessages } from '../i18n/messages';
import { useViews } from './navigation';

// Nobody who does not ask for them waits for them.
const Palette = lazy(async () => ({
  default: (await loadChunk(() => import('../command-palette/command-palette'))).Palette,
}));
const KeysHelp = lazy(async () => ({
  default: (await loadChunk(() => import('../command-palette/shortcuts-help'))).KeysHelp,
}));

type Opened = 'palette' | 'keys' | null;

interface ShortcutsProps {
  readonly signOut: () => void;
}

/** The palette and the list of keys, with the keys that open them. */
export function Shortcuts({ signOut }: ShortcutsProps): ReactNode {
  const messages = useMessages('layout');
  const views = useViews();
  const [opened, setOpened] = useState<Opened>(null);
  const [ahead, setAhead] = useState('');
  const actions = useActions({ signOut, listKeys: () => setOpened('keys') });
  useKeys(setOpened);
  // One may have opened the other before it is told that it is closed itself.
  const closeOf = (what: Opened) => () => {
    setOpened((now) => (now === what ? null : now));
    setAhead('');
  };
  return (
    <>
      <button type="button" className="find" onClick={() => setOpened('palette')}>
        <span className="find-long">{messages.find}</span> <span className="find-short">{messages.findShort}</span>{' '}
        <kbd>Ctrl K</kbd>
      </button>
      <CatchBoundary getResetKey={() => opened ?? ''} errorComponent={PartError}>
        <Suspense fallback={opened === 'palette' && <TypedAhead type={setAhead} giveUp={closeOf('palette')} />}>
          {opened === 'palette' && <Palette {...{ views, actions, ahead }} close={closeOf('palette')} />}
          {opened === 'keys' && <KeysHelp close={closeOf('keys')} />}
        </Suspense>
      </CatchBoundary>
    </>
  );
}

interface TypedAheadProps {
  readonly type: (change: (typed: string) => string) => void;
  readonly giveUp: () => void;
}

/** Keeps what is typed while the palette comes, so that it goes neither to what lies below nor astray. */
function TypedAhead({ type, giveUp }: TypedAheadProps): ReactNode {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') giveUp();
      else if (event.key === 'Backspace') type((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) type((typed) => typed + event.key);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [type, giveUp]);
  return null;
}

interface PaletteAction {
  readonly text: string;
  readonly act: () => void;
}

/** What can be done from anywhere: by the palette also where single letters are no shortcuts. */
function useActions({
  signOut,
  listKeys,
}: ShortcutsProps & { readonly listKeys: () => void }): readonly PaletteAction[] {
  const messages = useMessages('layout');
  const schemes = Object.keys(messages.schemes) as Preferences['scheme'][];
  const zones = Object.keys(messages.zones) as Preferences['zone'][];
  return [
    { text: messages.listKeys, act: listKeys },
    { text: messages.signOut, act: signOut },
    ...schemes.map((scheme) => ({
      text: `${messages.scheme}: ${messages.schemes[scheme]}`,
      act: () => preferences.choose({ scheme }),
    })),
    ...zones.map((zone) => ({
      text: `${messages.zone}: ${messages.zones[zone]}`,
      act: () => preferences.choose({ zone }),
    })),
  ];
}

function useKeys(open: (what: Opened) => void): void {
  const { bareKeys } = usePreferences();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // Over a dialog there is nothing to go to.
        if (!isDialogOpen()) open('palette');
      } else if (bareKeys && isBareKey(event)) {
        if (event.key === '?') open('keys');
        if (event.key === '/' && focusSearch()) event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [bareKeys, open]);
}

/** What the page searches by: a search of its own, else the first filter that one types in, else the first filter. */
const searchFields = [
  'main input[type=search]:not(.filter-fields *)',
  'main .filter-fields input:not([type=date], [type=checkbox])',
  'main .filter-fields :is(select, input)',
];

function focusSearch(): boolean {
  const toggle = document.querySelector<HTMLElement>('main .filters-toggle[aria-expanded=false]');
  if (toggle?.checkVisibility()) toggle.click();
  for (const selector of searchFields) {
    const field = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
    field?.focus();
    if (field) return true;
  }
  return false;
}
