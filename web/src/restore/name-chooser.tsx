import { useId, useState } from 'react';

interface NameChooserProps {
  readonly label: string;
  /** In the place of the label where one types to search. */
  readonly searchLabel: string;
  readonly names: readonly string[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

const mostInSelect = 7;

/** One of some names; more than seven are searched by typing. What is chosen stays, even where the list no longer has it. */
export function NameChooser(props: NameChooserProps) {
  const { label, names, chosen, onChoose } = props;
  if (names.length > mostInSelect) return <Searched key={chosen} {...props} />;
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {(names.includes(chosen) ? names : [chosen, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function Searched({ searchLabel, names, chosen, onChoose }: NameChooserProps) {
  const id = useId();
  const [typed, setTyped] = useState(chosen);
  const take = (text: string) => {
    setTyped(text);
    if (text !== chosen && names.includes(text)) onChoose(text);
  };
  return (
    <label>
      {searchLabel}
      <input
        list={id}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setTyped(chosen)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
