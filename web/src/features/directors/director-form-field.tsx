import { type ComponentProps } from 'react';
import { type Settings } from './settings';

type TextName = { [Name in keyof Settings]: Settings[Name] extends string ? Name : never }[keyof Settings];

interface FieldProps extends Pick<ComponentProps<'input'>, 'type' | 'required' | 'placeholder' | 'min' | 'max'> {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
  readonly name: TextName;
  readonly label: string;
}

/** One text of the settings. */
export function Field({ settings, change, name, label, type = 'text', required, placeholder, min, max }: FieldProps) {
  const isSecret = type === 'password';
  return (
    <label>
      {label}
      <input
        {...{ type, required, placeholder, min, max }}
        name={name}
        value={settings[name]}
        spellCheck={false}
        // Not the password with which somebody signs in here.
        autoComplete={isSecret ? 'new-password' : 'off'}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  );
}
