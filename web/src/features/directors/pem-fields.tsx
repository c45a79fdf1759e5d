import { type FieldsProps } from './form-props';
import { type Settings } from './settings';

type PemName = 'ca' | 'certificate' | 'key' | 'catalogCa' | 'catalogCertificate' | 'catalogKey';

interface PemFieldsProps extends Pick<FieldsProps, 'settings' | 'change' | 'isStored'> {
  readonly fields: readonly (readonly [name: PemName, label: string])[];
  /** Of these, the certificate that needs its key, and that key. One that is stored may be left out. */
  readonly pair: readonly [certificate: keyof Settings, key: PemName];
}

/** Certificates and a private key, as text. */
export function PemFields({ settings, change, isStored, fields, pair: [certificate, key] }: PemFieldsProps) {
  return fields.map(([name, label]) => (
    <label key={name} className="broad">
      {label}
      <textarea
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={settings[name]}
        required={name === key && settings[certificate] !== '' && !isStored}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  ));
}
