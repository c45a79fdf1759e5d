import { type ComponentProps, useEffect, useRef } from 'react';

interface DayFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'min' | 'max'> {
  /** `2026-11-22`; empty for none. What is no day is shown as none. */
  readonly value: string;
  /** Called with each whole day that is typed or picked, and with nothing when the field is emptied. */
  readonly take: (day: string) => void;
}

/** Nobody means a year like 0002: it is 2026 of which the first figure is typed. */
const firstMeant = '1970';

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

/** A day of the calendar; an address may name anything else. What is being typed is left alone until somebody goes on; what the address says otherwise is shown. */
export function DayField({ value: given, take, ...limits }: DayFieldProps) {
  const value = isDay(given) ? given : '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <input
      {...{ ref: field, type: 'date', className: 'short', defaultValue: value, ...limits }}
      onChange={({ target }) => {
        if (target.value === '' || target.value >= firstMeant) take(target.value);
      }}
      onBlur={({ target }) => (target.value = value)}
    />
  );
}
