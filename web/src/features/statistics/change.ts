/** How a figure is compared, which chooses its words. */
export type ChangeKind = 'amount' | 'count' | 'rate' | 'time';

export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  /** Of the value before; of rates the difference. null: there was none before. */
  readonly part: number | null;
}

/** Less than this is told as no change. */
const leastPart = 0.005;

/** null where nothing is known of before. */
export function changeOf(now: number | null, before: number | null, kind: ChangeKind): Change | null {
  if (now === null || before === null) return null;
  if (kind !== 'rate' && before === 0)
    return now === 0 ? { direction: 'same', part: 0 } : { direction: 'up', part: null };
  const part = kind === 'rate' ? now - before : now / before - 1;
  if (Math.abs(part) < leastPart) return { direction: 'same', part: 0 };
  return { direction: part > 0 ? 'up' : 'down', part: Math.abs(part) };
}
