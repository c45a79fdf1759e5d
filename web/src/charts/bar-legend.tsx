import { type BarPart } from './bar-segment';

interface BarLegendProps {
  readonly parts: readonly BarPart[];
}

/** What the parts of the bars are. */
export function BarLegend({ parts }: BarLegendProps) {
  return (
    <ul className="bar-legend">
      {parts.map(({ id, text, tone }) => (
        <li key={id}>
          <svg viewBox="0 0 12 12" data-tone={tone} aria-hidden="true">
            <rect width="12" height="12" rx="2" />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
