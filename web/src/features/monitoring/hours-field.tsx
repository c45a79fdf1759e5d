const hour = 3600;

/** As many hours as a field shows of seconds. */
export function hoursOf(seconds: number): string {
  return String(Math.round((seconds / hour) * 1e4) / 1e4);
}

/** Null where the field is empty. */
export function secondsOf(hours: string): number | null {
  return hours.trim() === '' ? null : Math.round(Number(hours) * hour);
}

interface HoursFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly required?: boolean;
  /** What holds where it is left empty. */
  readonly placeholder?: string | undefined;
}

/** From a minute to ten years, as the API takes it. */
export function HoursField({ label, value, choose, required = false, placeholder }: HoursFieldProps) {
  return (
    <label>
      {label}
      <input
        {...{ type: 'number', step: 'any', min: 1 / 60, max: 87_600, className: 'short', value, required, placeholder }}
        inputMode="decimal"
        onChange={({ target }) => choose(target.value)}
      />
    </label>
  );
}
