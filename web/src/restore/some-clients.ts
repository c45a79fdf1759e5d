/** The first clients of the Director; of thousands the others are asked for by name. */
export interface SomeClients {
  readonly first: readonly string[];
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** What a chooser among them is given. */
export function namesOf({ first, isWhole }: SomeClients): { readonly names?: readonly string[] } {
  return isWhole ? { names: first } : {};
}
