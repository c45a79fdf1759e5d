import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { namedColumns } from './bar-axis';
import { type BarPart } from './bar-segment';
import './charts.css';

interface BarLegendProps {
  readonly parts: readonly BarPart[];
}

/** What the parts of the bars are. */
function BarLegend({ parts }: BarLegendProps) {
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

/** One bar; its values stand in the order of the parts. */
export interface Bar {
  readonly key: string;
  /** Below it, where there is room. */
  readonly name: string;
  /** All that it shows, in words. */
  readonly text: string;
  readonly values: readonly number[];
}

interface DayBarsProps {
  readonly label: string;
  readonly parts: readonly BarPart[];
  readonly bars: readonly Bar[];
  /** End of the axis, and how its numbers are written. */
  readonly end: number;
  readonly format: (value: number) => string;
}

const mostNames = 7;

/** Stacked bars over time. One stop of the Tab key: arrows choose a bar, as the pointer does, and its numbers are said above. */
export function DayBars({ label, parts, bars, end, format }: DayBarsProps) {
  const last = bars.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  const current = Math.min(chosen ?? last, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  };
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * bars.length))));
  };
  const values = { 'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': current };
  return (
    <div className="day-bars">
      <BarLegend parts={parts} />
      <p className="said">{bars[current]?.text}</p>
      <Axis {...{ end, format }} />
      <div
        {...{
          role: 'slider',
          tabIndex: 0,
          className: 'bars',
          'aria-label': label,
          onKeyDown,
          onPointerMove,
          ...values,
        }}
        aria-valuetext={bars[current]?.text}
      >
        <Bars {...{ parts, bars, end, current: chosen === null ? null : current }} />
      </div>
      <Names bars={bars} />
    </div>
  );
}

function Axis({ end, format }: Pick<DayBarsProps, 'end' | 'format'>) {
  return (
    <div className="axis" aria-hidden="true">
      <span>{format(end)}</span>
      <span>{format(end / 2)}</span>
      <span>{format(0)}</span>
    </div>
  );
}

interface BarsProps extends Pick<DayBarsProps, 'parts' | 'bars' | 'end'> {
  readonly current: number | null;
}

function Bars({ parts, bars, end, current }: BarsProps) {
  return (
    <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      {current !== null && <rect className="chosen" x={current} y={0} width={1} height={100} />}
      {[0, 50, 100].map((y) => (
        <path key={y} className="line" d={`M0 ${y}H${bars.length}`} />
      ))}
      {bars.map(({ key, values }, index) => {
        let top = 100;
        return (
          <g key={key}>
            {parts.map(({ id, tone }, part) => {
              const height = (100 * (values[part] ?? 0)) / end;
              top -= height;
              return height > 0 ? (
                <rect key={id} data-tone={tone} x={index + 0.12} y={top} width={0.76} height={height} />
              ) : null;
            })}
          </g>
        );
      })}
    </svg>
  );
}

function Names({ bars }: Pick<DayBarsProps, 'bars'>) {
  const named = namedColumns(bars.length, mostNames);
  return (
    <div className="bar-names" aria-hidden="true">
      {bars.map(({ key, name }, index) =>
        named.has(index) ? (
          <span key={key} style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}>
            {name}
          </span>
        ) : null,
      )}
    </div>
  );
}
