/** What a choice offers. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

/** Adds a value that only the address has, such as `error,warning`, to the options: a list by the names of its parts. */
export function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  const textOf = (value: string): string | undefined => options.find((option) => option.value === value)?.text;
  if (chosen === undefined || textOf(chosen) !== undefined) return options;
  const text = chosen
    .split(',')
    .map((value) => textOf(value) ?? value)
    .join(', ');
  return [...options, { value: chosen, text }];
}
