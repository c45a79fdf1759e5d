interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly take: (value: string) => void;
}

export function Select({ label, value, names, take }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => take(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
