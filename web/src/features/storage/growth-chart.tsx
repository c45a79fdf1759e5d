import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { count, dayName, percent, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { useNow } from '../../components/use-now';
import { useMessages } from '../../i18n/messages';
import { everyDay, type GrowthDay, growthDays, type PoolGrowth } from './growth';

const height = 100;

/** One bar a day, as high as what was written. */
function Bars({ days, current }: { readonly days: readonly GrowthDay[]; readonly current?: number }) {
  const most = Math.max(1, ...days.map(({ bytes }) => bytes));
  return (
    <svg viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ day, bytes }, index) => {
        // What is little is still seen.
        const tall = bytes === 0 ? 0 : Math.max(2, (bytes / most) * height);
        const isCurrent = index === current;
        return (
          <g key={day} data-current={isCurrent || undefined}>
            {isCurrent && <rect className="here" x={index} width="1" height={height} />}
            <rect className="bar-of-day" x={index + 0.1} y={height - tall} width="0.8" height={tall} />
          </g>
        );
      })}
    </svg>
  );
}

/** The same without its numbers, for a row of a list; the sum stands beside it. */
export function Spark({ of }: { readonly of: PoolGrowth }) {
  const messages = useMessages('pools');
  const { bytes } = useMessages('storage');
  const now = useNow();
  return (
    <div className="spark">
      <Bars days={everyDay(of, now)} />
      <span className="quiet" title={bytes(count(of.bytes))}>
        {messages.growthSum(size(of.bytes), growthDays)}
      </span>
    </div>
  );
}

/** What was written on each day: by pointer or arrow keys day by day, and as a table. */
export function GrowthPicture({ of }: { readonly of: PoolGrowth }) {
  const messages = useMessages('pools');
  const days = everyDay(of, useNow());
  const written = of.days.filter(({ bytes }) => bytes > 0);
  if (written.length === 0) return <p className="quiet">{messages.growthNone(growthDays)}</p>;
  return (
    <>
      <p>
        {messages.growthSum(size(of.bytes), growthDays)}
        <span className="quiet">, {messages.growthMost(size(Math.max(...written.map(({ bytes }) => bytes))))}</span>
        {of.growth !== null && (
          <span className="quiet">
            , {messages.growthMore(`${of.growth > 0 ? '+' : ''}${percent(of.growth)}`, growthDays)}
          </span>
        )}
      </p>
      <Chart days={days} label={messages.growthOf(of.pool)} />
      <details>
        <summary>{messages.asTable}</summary>
        <GrowthTable days={[...written].reverse()} label={messages.growthOf(of.pool)} />
      </details>
    </>
  );
}

interface ChartProps {
  readonly days: readonly GrowthDay[];
  readonly label: string;
}

function Chart({ days, label }: ChartProps) {
  const messages = useMessages('pools');
  const last = days.length - 1;
  const [at, setAt] = useState(last);
  const chosen = days[at] ?? { day: '', bytes: 0, runs: 0 };
  const text = messages.dayText(dayName(chosen.day, 'long'), size(chosen.bytes), chosen.runs);
  const go = (index: number): void => setAt(Math.max(0, Math.min(last, index)));
  const moves: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    go(Math.floor(((clientX - left) / width) * days.length));
  };
  const value = { 'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': at, 'aria-valuetext': text };
  return (
    <div className="growth">
      <div
        {...{ role: 'slider', tabIndex: 0, 'aria-label': label, title: messages.growthKeys, ...value }}
        {...{ className: 'growth-bars', onKeyDown, onPointerMove }}
      >
        <Bars days={days} current={at} />
      </div>
      <div className="growth-ends quiet">
        <span>{dayName(days[0]?.day ?? '')}</span>
        <span>{messages.today}</span>
      </div>
      <p className="growth-told">{text}</p>
    </div>
  );
}

function GrowthTable({ days, label }: ChartProps) {
  const messages = useMessages('pools');
  const { bytes: exactBytes } = useMessages('storage');
  const figures = [messages.written, messages.runs, messages.files];
  return (
    <Table label={label} heads={[messages.day, ...figures]} figures={figures}>
      {days.map(({ day, bytes, runs, files }) => (
        <Row key={day} name={dayName(day.slice(0, 10), 'long')}>
          <Cell of={messages.written} figure title={exactBytes(count(bytes))}>
            {size(bytes)}
          </Cell>
          <Cell of={messages.runs} figure>
            {count(runs)}
          </Cell>
          <Cell of={messages.files} figure>
            {count(files)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
