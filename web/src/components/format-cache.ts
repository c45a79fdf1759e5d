import { locale } from '../i18n/language';

/**
 * One format for each language and zone. Making one takes a hundred times as long as writing with it, and a list writes hundreds
 * of times and numbers at each turn of the wheel.
 */
export function keptFormat<Format>(
  make: (language: string, timeZone: string | undefined) => Format,
): (timeZone?: string) => Format {
  const kept = new Map<string, Format>();
  return (timeZone) => {
    const language = locale();
    // The browser's own zone is another one where a laptop was carried.
    const key = `${language} ${timeZone ?? new Date().getTimezoneOffset()}`;
    const known = kept.get(key);
    if (known) return known;
    const made = make(language, timeZone);
    kept.set(key, made);
    return made;
  };
}

/** Times of one form, on a clock of 24 hours; without a zone in the browser's own. */
export function keptTimes(form: Intl.DateTimeFormatOptions): (timeZone?: string) => Intl.DateTimeFormat {
  return keptFormat((language, timeZone) => new Intl.DateTimeFormat(language, { hourCycle: 'h23', ...form, timeZone }));
}
