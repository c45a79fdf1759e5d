interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly take: (value: string) => void;
  /** What the empty name says. */
  readonly nothing?: string;
}

export function Select({ label, value, names, take, nothing }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => take(target.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name === '' ? nothing : name}
          </option>
        ))}
      </select>
    </label>
  );
}
