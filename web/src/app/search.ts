/** A query of an address is text and nothing else: whoever writes one by hand needs no quotes. */
export type TextSearch<Names extends string> = { readonly [Name in Names]?: string };

/** Takes these from the query and leaves the rest out. */
export function textSearch<const Names extends string>(...names: readonly Names[]) {
  return (search: Readonly<Record<string, unknown>>): TextSearch<Names> =>
    Object.fromEntries(
      names
        .filter((name) => typeof search[name] === 'string' && search[name] !== '')
        .map((name) => [name, search[name]]),
    ) as TextSearch<Names>;
}

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
