import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { Field } from './director-form-field';
import { type FieldsProps } from './form-props';
import { StageFindings } from './test-findings';
import { consoleResource, Paste } from './setup-snippet';
import { PemFields } from './pem-fields';
import { consoleName, newPassword, type Settings } from './settings';

const stages: readonly string[] = ['name', 'port', 'tls', 'password', 'commands'];

/** The first step: which Director, where, and as whom. */
export function DirectorFields(props: FieldsProps) {
  const messages = useMessages('wizard');
  const { settings, change, tested, isStored } = props;
  return (
    <section aria-labelledby="the-director">
      <h2 id="the-director">{messages.director}</h2>
      <div className="fields">
        {!isStored && <Kind {...props} />}
        {!isStored && <Field {...props} name="name" label={messages.name} required />}
        <Field {...props} name="address" label={messages.address} required />
        <Field {...props} name="port" label={messages.port} type="number" min={1} max={65_535} required />
        <Field {...props} name="console" label={messages.console} placeholder={consoleName} />
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
  const messages = useMessages('wizard');
  const { settings, stored } = props;
  const isKept = stored?.address === settings.address && stored.port === settings.port;
  const label = isKept ? messages.keepPassword : messages.password;
  return <Field {...props} name="password" type="password" required={!isKept} label={label} />;
}

function Kind({ settings, change }: FieldsProps) {
  const messages = useMessages('wizard');
  const choose = (kind: Settings['kind']) =>
    change({ kind, ...(settings.database === settings.kind ? { database: kind } : {}) });
  return (
    <label>
      {messages.kind}
      <select value={settings.kind} onChange={({ target }) => choose(target.value as Settings['kind'])}>
        {(['bacula', 'bareos'] as const).map((kind) => (
          <option key={kind} value={kind}>
            {messages.kinds[kind]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Encryption({ settings, change }: FieldsProps) {
  const messages = useMessages('wizard');
  // Longer than a select is wide, so it stands below.
  return (
    <div>
      <label>
        {messages.tls}
        <select
          value={settings.tls}
          onChange={({ target }) => change({ tls: target.value as Settings['tls'] })}
          aria-describedby="tls-hint"
        >
          {(['required', 'preferred', 'none'] as const).map((mode) => (
            <option key={mode} value={mode}>
              {messages.tlsModes[mode]}
            </option>
          ))}
        </select>
      </label>
      <span id="tls-hint" className="quiet">
        {messages.tlsHints[settings.tls]}
      </span>
    </div>
  );
}

function OwnConsole({ settings, change }: Pick<FieldsProps, 'settings' | 'change'>) {
  const messages = useMessages('wizard');
  const [made, setMade] = useState<string | null>(null);
  const make = () => {
    const password = newPassword();
    setMade(password);
    change({ password, console: settings.console === '' ? consoleName : settings.console });
  };
  return (
    <div className="make">
      <button type="button" onClick={make}>
        {messages.make}
      </button>
      <span className="quiet">{messages.makeAbout}</span>
      {made !== null && made === settings.password && (
        <Paste label={messages.pasteConsole} text={consoleResource(settings)} />
      )}
    </div>
  );
}

function Certificates(props: FieldsProps) {
  const messages = useMessages('wizard');
  const fields = [['ca', messages.ca], ['certificate', messages.certificate], ['key', messages.key]] as const; // prettier-ignore
  return (
    <details>
      <summary>{messages.certificates}</summary>
      <div className="fields">
        <PemFields {...props} {...{ fields, pair: ['certificate', 'key'] }} />
        <Field {...props} name="serverName" label={messages.serverName} />
      </div>
    </details>
  );
}
