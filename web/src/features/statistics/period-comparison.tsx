import { percent } from '../../components/format';
import { useMessages } from '../../i18n/messages';
import { type ChangeKind, changeOf } from './change';
import { statisticsWords } from './statistics.messages';

interface ComparedProps {
  readonly now: number | null;
  /** null: nothing is known of the days before. */
  readonly before: number | null;
  readonly kind: ChangeKind;
  /** How many days; where it is left out, what is beside it says what is compared. */
  readonly days?: number;
}

const arrows = { up: '↑', down: '↓', same: '→' } as const;

/** "↑ 12 % more than the 30 days before". No color: more is not better, nor worse. */
export function Compared({ now, before, kind, days }: ComparedProps) {
  const words = useMessages(statisticsWords);
  const change = changeOf(now, before, kind);
  if (change === null) return <span className="quiet change">{words.notBefore}</span>;
  const { direction, part } = change;
  const said = direction === 'same' ? words.same : saidOf(words, { kind, direction, part });
  const than = days === undefined ? said : direction === 'same' ? words.sameAs(days) : words.than(said, days);
  return (
    <span className="quiet change">
      <span aria-hidden="true">{arrows[direction]}</span> {than}
    </span>
  );
}

interface Said {
  readonly kind: ChangeKind;
  readonly direction: 'up' | 'down';
  readonly part: number | null;
}

function saidOf(words: (typeof statisticsWords)['en'], { kind, direction, part }: Said): string {
  if (part === null) return words.fromNothing;
  if (kind === 'rate') return words.points[direction](Math.max(1, Math.round(part * 100)));
  return words.changes[kind][direction](percent(part));
}
