import { type Language } from './language';

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
