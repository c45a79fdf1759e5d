import { useSyncExternalStore } from 'react';
import { preferences } from '../components/preferences';
import * as apiSentences from './api-sentences.en';
import type { messages as english } from './en';
import type * as englishLater from './later.en';
import { type Language, subscribeToLanguage, showLanguage, wantedLanguage } from './language';
import { type SameMessages } from './same-messages';

type PageMessages = SameMessages<typeof english>;
type ApiSentences = SameMessages<typeof apiSentences>;
type LaterMessages = SameMessages<typeof englishLater>;
/** All texts of the page in one language, by the part of the page that they are of. */
export type Messages = PageMessages & ApiSentences & LaterMessages;

/** Loaded before the page is first shown. */
const loaders: Readonly<Record<Language, () => Promise<PageMessages>>> = {
  en: async () => (await import('./en')).messages,
  de: async () => (await import('./de')).messages,
};

/** Loaded after the page is shown, which has the API's own texts until then. */
const sentenceLoaders: Readonly<Record<Language, () => Promise<ApiSentences>>> = {
  en: () => Promise.resolve(apiSentences),
  de: () => import('./api-sentences.de'),
};

/** Loaded with the code that shows them: of pages that most visits do not open. */
const laterLoaders: Readonly<Record<Language, () => Promise<LaterMessages>>> = {
  en: () => import('./later.en'),
  de: () => import('./later.de'),
};

/** Whether such code was loaded: from then on, another language is loaded with these texts too. */
let isLaterWanted = false;

let loaded: { readonly language: Language; readonly messages: Messages } | null = null;

/** The messages of a part of the page, in the language that is shown now. */
export function useMessages<Name extends keyof Messages>(name: Name): Messages[Name] {
  return useSyncExternalStore(subscribeToLanguage, () => messagesOf(name));
}

/** The same outside of a component; it does not follow when another language is shown. */
export function messagesOf<Name extends keyof Messages>(name: Name): Messages[Name] {
  if (loaded === null) throw new Error('No messages are loaded yet.');
  return loaded.messages[name];
}

/** null where they cannot be loaded. */
async function load(wanted: Language): Promise<Messages | null> {
  try {
    const messages = await loaders[wanted]();
    const later = isLaterWanted ? await laterLoaders[wanted]() : {};
    return { ...apiSentences, ...messages, ...later } as Messages;
  } catch {
    return null;
  }
}

/** Loads code whose texts are not loaded with the page, and these texts. Rejects where one of them cannot be loaded. */
export async function loadWithTexts<Module>(loadModule: () => Promise<Module>): Promise<Module> {
  isLaterWanted = true;
  const [module] = await Promise.all([loadModule(), loadLater()]);
  return module;
}

async function loadLater(): Promise<void> {
  for (;;) {
    if (loaded === null || Object.hasOwn(loaded.messages, 'configuration')) return;
    const { language } = loaded;
    const later = await laterLoaders[language]();
    // Another language may be shown by now.
    if (loaded.language === language) loaded = { language, messages: { ...loaded.messages, ...later } };
  }
}

/** Shows these messages, then adds the sentences for codes of the API. If those cannot be loaded, the API's own texts remain. */
function show(language: Language, messages: Messages, missing: Language | null): void {
  loaded = { language, messages };
  showLanguage(language, missing);
  sentenceLoaders[language]().then(
    (sentences) => {
      // Another language may be shown by now.
      if (loaded?.language !== language) return;
      loaded = { language, messages: { ...loaded.messages, ...sentences } };
      showLanguage(language, missing);
    },
    () => undefined,
  );
}

/** Shows the wanted language. Where it cannot be loaded, the page keeps its own, and knows which one it lacks. */
async function follow(): Promise<void> {
  const wanted = wantedLanguage();
  const messages = wanted === loaded?.language ? loaded.messages : await load(wanted);
  // Meanwhile another one may have been chosen.
  if (loaded !== null && wanted !== wantedLanguage()) return;
  if (messages !== null) show(wanted, messages, null);
  else if (loaded !== null) show(loaded.language, loaded.messages, wanted);
}

/** Before the page is first drawn; false where no language can be loaded. From then on the page follows what is chosen. */
export async function loadMessages(): Promise<boolean> {
  await follow();
  if (loaded === null) {
    const wanted = wantedLanguage();
    const other = wanted === 'de' ? 'en' : 'de';
    const messages = await load(other);
    if (messages === null) return false;
    show(other, messages, wanted);
  }
  preferences.subscribe(() => void follow());
  window.addEventListener('languagechange', () => void follow());
  return true;
}
