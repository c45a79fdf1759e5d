import { useSyncExternalStore } from 'react';
import { preferences } from '../components/preferences';

export type Language = 'en' | 'de';

/** The languages, each by its own name. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

interface Wishes {
  /** The browser's own list: another one when its languages change. */
  readonly tags: readonly string[];
  readonly language: Language;
  readonly locales: Readonly<Record<Language, string>>;
}

let wishes = wishesOf(navigator.languages);

/** Asked for by every cell of a list. */
function wished(): Wishes {
  if (wishes.tags !== navigator.languages) wishes = wishesOf(navigator.languages);
  return wishes;
}

function wishesOf(tags: readonly string[]): Wishes {
  const known = tags.map((tag) => tag.toLowerCase().slice(0, 2)).filter((tag) => tag in languages);
  const localeOf = (language: Language): string | undefined =>
    tags.find((tag) => tag.toLowerCase().startsWith(language));
  return {
    tags,
    language: known[0] === 'de' ? 'de' : 'en',
    locales: { en: localeOf('en') ?? 'en-GB', de: localeOf('de') ?? 'de-DE' },
  };
}

/** What was chosen, else what the browser asks for, else English. */
export function wantedLanguage(): Language {
  const chosen = preferences.get().language;
  return chosen === 'auto' ? wished().language : chosen;
}

/** The language of the page, and the wanted one where its messages could not be loaded. */
let [shown, missing]: readonly [Language | null, Language | null] = [null, null];
const listeners = new Set<() => void>();

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For the loader of the messages alone: nothing is shown in a language that is not loaded. */
export function showLanguage(language: Language, notLoaded: Language | null): void {
  [shown, missing] = [language, notLoaded];
  for (const tell of listeners) tell();
}

/** The language of the page: the wanted one, once its messages are loaded. */
export function language(): Language {
  return shown ?? wantedLanguage();
}

/** The same in a component, which is drawn again in another language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, language);
}

/** The wanted language, where the page could not load it and stays in its own. */
export function useMissingLanguage(): Language | null {
  return useSyncExternalStore(subscribeToLanguage, () => missing);
}

/** For Intl: English writes its dates as the browser's region does, where it is an English one. */
export function locale(): string {
  return wished().locales[language()];
}
