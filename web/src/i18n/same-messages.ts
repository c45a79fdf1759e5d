/** The same names with sentences, or with functions of the same arguments. */
export type SameMessages<Messages> = {
  readonly [Name in keyof Messages]: Messages[Name] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Messages[Name] extends string
      ? string
      : SameMessages<Messages[Name]>;
};
