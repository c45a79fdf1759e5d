import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { Field } from './director-form-field';
import { type FieldsProps } from './form-props';
import { StageFindings } from './test-findings';
import { consoleResource, Paste } from './setup-snippet';
import { PemFields } from './pem-fields';
import { consoleName, newPassword, type Settings } from './settings';
import { wizardWords } from './wizard.messages';

const stages: readonly string[] = ['name', 'port', 'tls', 'password', 'commands'];

/** The first step: which Director, where, and as whom. */
export function DirectorFields(props: FieldsProps) {
  const words = useMessages(wizardWords);
  const { settings, change, tested, isStored } = props;
  return (
    <section aria-labelledby="the-director">
      <h2 id="the-director">{words.director}</h2>
      <div className="fields">
        {!isStored && <Kind {...props} />}
        {!isStored && <Field {...props} name="name" label={words.name} required />}
        <Field {...props} name="address" label={words.address} required />
        <Field {...props} name="port" label={words.port} type="number" min={1} max={65_535} required />
        <Field {...props} name="console" label={words.console} placeholder={consoleName} />
        <Password {...props} />
        <Encryption {...props} />
      </div>
      <OwnConsole settings={settings} change={change} />
      {settings.tls !== 'none' && <Certificates {...props} />}
      <StageFindings of={tested} stages={stages} />
    </section>
  );
}

/** A stored one stays where the field is left empty, but never goes to another address. */
function Password(props: FieldsProps) {
  const words = useMessages(wizardWords);
  const { settings, stored } = props;
  const isKept = stored?.address === settings.address && stored.port === settings.port;
  const label = isKept ? words.keepPassword : words.password;
  return <Field {...props} name="password" type="password" required={!isKept} label={label} />;
}

function Kind({ settings, change }: FieldsProps) {
  const words = useMessages(wizardWords);
  const choose = (kind: Settings['kind']) =>
    change({ kind, ...(settings.database === settings.kind ? { database: kind } : {}) });
  return (
    <label>
      {words.kind}
      <select value={settings.kind} onChange={({ target }) => choose(target.value as Settings['kind'])}>
        {(['bacula', 'bareos'] as const).map((kind) => (
          <option key={kind} value={kind}>
            {words.kinds[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Encryption({ settings, change }: FieldsProps) {
  const words = useMessages(wizardWords);
  // Longer than a select is wide, so it stands below.
  return (
    <div>
      <label>
        {words.tls}
        <select
          value={settings.tls}
          onChange={({ target }) => change({ tls: target.value as Settings['tls'] })}
          aria-describedby="tls-hint"
        >
          {(['required', 'preferred', 'none'] as const).map((mode) => (
            <option key={mode} value={mode}>
              {words.tlsModes[mode]}
            </option>
          ))}
        </select>
      </label>
      <span id="tls-hint" className="quiet">
        {words.tlsHints[settings.tls]}
      </span>
    </div>
  );
}

function OwnConsole({ settings, change }: Pick<FieldsProps, 'settings' | 'change'>) {
  const words = useMessages(wizardWords);
  const [made, setMade] = useState<string | null>(null);
  const make = () => {
    const password = newPassword();
    setMade(password);
    change({ password, console: settings.console === '' ? consoleName : settings.console });
  };
  return (
    <div className="make">
      <button type="button" onClick={make}>
        {words.make}
      </button>
      <span className="quiet">{words.makeAbout}</span>
      {made !== null && made === settings.password && (
        <Paste label={words.pasteConsole} text={consoleResource(settings)} />
      )}
    </div>
  );
}

function Certificates(props: FieldsProps) {
  const words = useMessages(wizardWords);
  const fields = [['ca', words.ca], ['certificate', words.certificate], ['key', words.key]] as const; // prettier-ignore
  return (
    <details>
      <summary>{words.certificates}</summary>
      <div className="fields">
        <PemFields {...props} {...{ fields, pair: ['certificate', 'key'] }} />
        <Field {...props} name="serverName" label={words.serverName} />
      </div>
    </details>
  );
}
