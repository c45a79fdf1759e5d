import { type Tone } from './bar-segment';
import './charts.css';

interface RowBarProps {
  /** Of one. */
  readonly part: number;
  readonly tone?: Tone;
}

/** A bar in a row of a table, beside its number. */
export function RowBar({ part, tone = 'middle' }: RowBarProps) {
  const width = Math.max(0, Math.min(1, part)) * 100;
  return (
    <svg className="row-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="ground" width="100" height="8" />
      <rect data-tone={tone} width={width} height="8" />
    </svg>
  );
}
