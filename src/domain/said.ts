/** Values that stand in a sentence, by what they are; times in ISO 8601, spans in seconds, sizes in bytes. */
export type SaidValues = Readonly<Record<string, string | number>>;

/** What a sentence says, for who says it in words of their own. */
export interface Said<Code extends string = string> {
  /** Stable word for the sentence. */
  readonly code: Code;
  readonly params: SaidValues;
}
