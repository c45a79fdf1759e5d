import { useSyncExternalStore } from 'react';

/** What a person chose for this browser. It is no secret and no data of theirs. */
export interface Preferences {
  readonly language: 'auto' | 'en' | 'de';
  readonly scheme: 'auto' | 'light' | 'dark';
  /** In which zone times are shown. */
  readonly zone: 'local' | 'director' | 'utc';
  readonly density: 'usual' | 'compact';
  /** Whether single letters are shortcuts. */
  readonly bareKeys: boolean;
  readonly railFolded: boolean;
}

const place = 'backup-console';
const usual: Preferences = {
  language: 'auto',
  scheme: 'auto',
  zone: 'local',
  density: 'usual',
  bareKeys: true,
  railFolded: false,
};
const allowed: { readonly [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  language: ['auto', 'en', 'de'],
  scheme: ['auto', 'light', 'dark'],
  zone: ['local', 'director', 'utc'],
  density: ['usual', 'compact'],
  bareKeys: [true, false],
  railFolded: [true, false],
};

class PreferenceStore {
  private readonly listeners = new Set<() => void>();
  private now = read();

  constructor() {
    // Another tab chose.
    window.addEventListener('storage', ({ key }) => {
      if (key === place) this.take(read());
    });
  }

  readonly get = (): Preferences => this.now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  choose(change: Partial<Preferences>): void {
    const next = { ...this.now, ...change };
    try {
      localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing keeps the choice until the page is left.
    }
    this.take(next);
  }

  private take(next: Preferences): void {
    this.now = next;
    for (const tell of this.listeners) tell();
  }
}

/** What another version of the page kept, or a hand wrote, is taken only where it is one of the choices. */
function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(allowed).filter(([name, values]) =>
      (values as readonly unknown[]).includes(kept[name]),
    );
    return { ...usual, ...Object.fromEntries(known.map(([name]) => [name, kept[name]])) };
  } catch {
    return usual;
  }
}

export const preferences = new PreferenceStore();

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get);
}
