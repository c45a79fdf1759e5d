import { preferences } from '../components/preferences';
import type { messages as english } from './en';
import { type Language, showLanguage, useLanguage, wantedLanguage } from './language';
import { type SameMessages } from './same-messages';

/** All texts of the page in one language, by the part of the page that they are of. */
export type Messages = SameMessages<typeof english>;

const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en')).messages,
  de: async () => (await import('./de')).messages,
};

let loaded: { readonly language: Language; readonly messages: Messages } | null = null;

/** The messages of a part of the page, in the language that is shown now. */
export function useMessages<Name extends keyof Messages>(name: Name): Messages[Name] {
  useLanguage();
  return messagesOf(name);
}

/** The same outside of a component; it does not follow when another language is shown. */
export function messagesOf<Name extends keyof Messages>(name: Name): Messages[Name] {
  if (loaded === null) throw new Error('No messages are loaded yet.');
  return loaded.messages[name];
}

/** null where they cannot be loaded. */
function load(wanted: Language): Promise<Messages | null> {
  return loaders[wanted]().catch(() => null);
}

/** Shows the wanted language. Where it cannot be loaded, the page keeps its own, and knows which one it lacks. */
async function follow(): Promise<void> {
  const wanted = wantedLanguage();
  const messages = wanted === loaded?.language ? loaded.messages : await load(wanted);
  // Meanwhile another one may have been chosen.
  if (loaded !== null && wanted !== wantedLanguage()) return;
  if (messages !== null) loaded = { language: wanted, messages };
  if (loaded !== null) showLanguage(loaded.language, loaded.language === wanted ? null : wanted);
}

/** Before the page is first drawn; false where no language can be loaded. From then on the page follows what is chosen. */
export async function loadMessages(): Promise<boolean> {
  await follow();
  if (loaded === null) {
    const wanted = wantedLanguage();
    const other = wanted === 'de' ? 'en' : 'de';
    const messages = await load(other);
    if (messages === null) return false;
    loaded = { language: other, messages };
    showLanguage(other, wanted);
  }
  preferences.subscribe(() => void follow());
  window.addEventListener('languagechange', () => void follow());
  return true;
}
