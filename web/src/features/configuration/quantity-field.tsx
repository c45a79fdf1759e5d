import { useId } from 'react';
import { useMessages } from '../../i18n/messages';

type Quantity = 'size' | 'duration';

const units = {
  size: ['MiB', 'GiB', 'TiB'],
  duration: ['minutes', 'hours', 'days', 'weeks', 'months', 'years'],
} as const;
const usualUnit = { size: 'GiB', duration: 'days' } as const;

/** `60 days` and `2 GiB` in two parts; null where the text is of another form, which the file may have. */
export function partsOf(kind: Quantity, text: string): { readonly amount: string; readonly unit: string } | null {
  const [, amount = '', word = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(text.trim()) ?? [];
  const known: readonly string[] = units[kind];
  const unit = known.find((one) => one === word || (kind === 'duration' && one === `${word.replace(/s$/, '')}s`));
  return unit === undefined ? null : { amount, unit };
}

export function quantityOf(amount: string, unit: string): string {
  return `${amount} ${amount === '1' ? unit.replace(/s$/, '') : unit}`;
}

interface QuantityFieldProps {
  readonly kind: Quantity;
  readonly label: string;
  readonly hint?: string | undefined;
  /** As the file has it; empty: not set. */
  readonly value: string;
  /** What applies while it is empty. */
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly change: (value: string) => void;
}

interface PartsProps extends Omit<QuantityFieldProps, 'hint'> {
  readonly describedBy: { readonly 'aria-describedby'?: string };
}

/** A size or a duration: a number and its unit; in another form, which the file may have, it stays a text. */
export function QuantityField(props: QuantityFieldProps) {
  const { kind, label, hint, value, required, change } = props;
  const id = useId();
  const describedBy = hint === undefined ? {} : { 'aria-describedby': id };
  const isOther = value !== '' && partsOf(kind, value) === null;
  return (
    <div className="field">
      {isOther ? (
        <label>
          {label}
          <input {...{ value, required, ...describedBy }} onChange={({ target }) => change(target.value)} />
        </label>
      ) : (
        <Parts {...props} describedBy={describedBy} />
      )}
      {hint !== undefined && (
        <span id={id} className="quiet">
          {hint}
        </span>
      )}
    </div>
  );
}

function Parts({ kind, label, value, placeholder, required, change, describedBy }: PartsProps) {
  const messages = useMessages('configurationFields');
  const parts = partsOf(kind, value);
  const usual = partsOf(kind, placeholder ?? '');
  const unit = parts?.unit ?? usual?.unit ?? usualUnit[kind];
  return (
    <span className="setup-quantity">
      <label>
        {label}
        <input
          {...{ type: 'number', min: 0, step: 'any', required, ...describedBy }}
          value={parts?.amount ?? ''}
          placeholder={usual?.amount ?? placeholder}
          onChange={({ target }) => change(target.value === '' ? '' : quantityOf(target.value, unit))}
        />
      </label>
      <select
        aria-label={messages.unitOf(label)}
        value={unit}
        onChange={({ target }) => change(quantityOf(parts?.amount ?? usual?.amount ?? '1', target.value))}
      >
        {units[kind].map((one) => (
          <option key={one} value={one}>
            {messages.units[one]}
          </option>
        ))}
      </select>
    </span>
  );
}
