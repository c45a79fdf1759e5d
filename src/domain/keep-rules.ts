/** Rules by which a pool keeps runs beyond its retention, in the order in which they are shown. */
export const keepRuleNames = ['last', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type KeepRuleName = (typeof keepRuleNames)[number];

/** How many runs, or periods with a run, each rule keeps; null: the pool does not have this rule. */
export type KeepRules = Readonly<Record<KeepRuleName, number | null>>;

export const mostKept = 100_000;
