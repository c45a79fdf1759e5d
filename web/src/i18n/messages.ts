import { usePreferences } from '../components/preferences';
import { language, type Language } from './language';

/** The same names with sentences, or with functions of the same arguments. */
export type SameMessages<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Words[Name] extends string
      ? string
      : SameMessages<Words[Name]>;
};

export interface Messages<Words> {
  readonly en: Words;
  readonly de: Words;
}

/** The words of one part of the page in every language; the compiler refuses a sentence that one of them lacks. */
export function defineMessages<const Words>(en: Words, de: SameMessages<Words>): Messages<SameMessages<Words>> {
  return { en: en as unknown as SameMessages<Words>, de };
}

/** The words of the language that is chosen now. */
export function useMessages<Words>(words: Messages<Words>): Words {
  usePreferences();
  return wordsOf(words);
}

/** The same outside of a component; it does not follow when another language is chosen. */
export function wordsOf<Words>(words: Messages<Words>): Words {
  return words[language()];
}

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en'),
  de: new Intl.NumberFormat('de'),
};

const rules: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
};

/** "1 run", "2 runs": both languages have these two forms. */
export function plural(of: Language, count: number, one: string, other: string): string {
  return `${numbers[of].format(count)} ${rules[of].select(count) === 'one' ? one : other}`;
}
