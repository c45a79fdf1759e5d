import './charts.css';

export interface SparkBar {
  readonly value: number;
  /** Something went wrong there. */
  readonly isBad: boolean;
}

interface SparkBarsProps {
  /** All that it shows, in words. */
  readonly label: string;
  readonly bars: readonly SparkBar[];
}

const height = 24;
/** What is not nothing is seen. */
const least = 2;

/** Small bars in a row of a table: the course of one figure, without numbers. */
export function SparkBars({ label, bars }: SparkBarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      className="spark-bars"
      viewBox={`0 0 ${bars.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {bars.map(({ value, isBad }, index) => {
        const tall = value > 0 || isBad ? Math.max(least, (value / most) * height) : 0;
        return tall === 0 ? null : (
          <rect
            key={index}
            data-tone={isBad ? 'bad' : 'middle'}
            {...{ x: index + 0.1, y: height - tall, width: 0.8, height: tall }}
          />
        );
      })}
      <path className="line" d={`M0 ${height}H${bars.length}`} />
    </svg>
  );
}
