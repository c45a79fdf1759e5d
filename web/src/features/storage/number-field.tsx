interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly take: (value: string) => void;
  readonly most?: number;
  /** Whether parts of one are taken too. */
  readonly takesParts?: boolean;
  readonly isRequired?: boolean;
  /** Stands below, where there is something to know. */
  readonly hint?: string;
}

/** A number from 0. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, take, most = 100_000, takesParts = false, isRequired = false, hint } = props;
  return (
    <label title={hint}>
      {label}
      <input
        {...{ type: 'number', min: 0, max: most, step: takesParts ? 'any' : 1 }}
        {...{ className: 'short', value, required: isRequired }}
        onChange={({ target }) => take(target.value)}
      />
      {hint !== undefined && <span>{hint}</span>}
    </label>
  );
}
