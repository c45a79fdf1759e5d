import { percent } from '../../components/format';
import { type Messages, useMessages } from '../../i18n/messages';
import { type ChangeKind, changeOf } from './change';

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
  const messages = useMessages('statistics');
  const change = changeOf(now, before, kind);
  if (change === null) return <span className="quiet change">{messages.notBefore}</span>;
  const { direction, part } = change;
  const said = direction === 'same' ? messages.same : saidOf(messages, { kind, direction, part });
  const than = days === undefined ? said : direction === 'same' ? messages.sameAs(days) : messages.than(said, days);
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

function saidOf(messages: Messages['statistics'], { kind, direction, part }: Said): string {
  if (part === null) return messages.fromNothing;
  if (kind === 'rate') return messages.points[direction](Math.max(1, Math.round(part * 100)));
  return messages.changes[kind][direction](percent(part));
}
