import { preferences } from '../parts/preferences';

export type Language = 'en' | 'de';

/** The languages, each by its own name. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** What was chosen, else what the browser asks for, else English. */
export function language(): Language {
  const chosen = preferences.get().language;
  if (chosen !== 'auto') return chosen;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('de')) && !englishFirst() ? 'de' : 'en';
}

function englishFirst(): boolean {
  const known = navigator.languages.map((tag) => tag.toLowerCase().slice(0, 2)).filter((tag) => tag in languages);
  return known[0] === 'en';
}

/** For Intl: English writes its dates as the browser's region does, where it is an English one. */
export function locale(): string {
  const own = language();
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(own)) ?? (own === 'en' ? 'en-GB' : 'de-DE');
}
