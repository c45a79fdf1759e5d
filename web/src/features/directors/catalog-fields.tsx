import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { Field } from './director-form-field';
import { type FieldsProps } from './form-props';
import { StageFindings } from './test-findings';
import { catalogGrants, Paste } from './setup-snippet';
import { PemFields } from './pem-fields';
import { movesCatalog, newPassword, roleName } from './settings';

const stages: readonly string[] = ['catalog', 'grants', 'schema', 'timezone'];

/** The second step: where the catalog is, and with which role it is read. */
export function CatalogFields(props: FieldsProps) {
  const messages = useMessages('wizard');
  const { settings, tested, stored } = props;
  const isKept = stored !== undefined && !movesCatalog(stored, settings);
  return (
    <section aria-labelledby="the-catalog">
      <h2 id="the-catalog">{messages.catalog}</h2>
      <p className="quiet">{messages.catalogAbout}</p>
      <div className="fields">
        <Field {...props} name="catalogAddress" label={messages.catalogAddress} required={!isKept} />
        <Field {...props} name="catalogPort" label={messages.catalogPort} type="number" min={1} max={65_535} required />
        <Field {...props} name="database" label={messages.database} required={!isKept} />
        <Field {...props} name="role" label={messages.role} required={!isKept} />
        <Field
          {...props}
          {...{ name: 'rolePassword', type: 'password', required: !isKept }}
          label={isKept ? messages.keepRolePassword : messages.rolePassword}
        />
        <Field {...props} name="options" label={messages.options} />
      </div>
      <OwnRole {...props} />
      <CatalogCertificates {...props} />
      <StageFindings of={tested} stages={stages} />
    </section>
  );
}

function CatalogCertificates(props: FieldsProps) {
  const messages = useMessages('wizard');
  const fields = [
    ['catalogCa', messages.catalogCa],
    ['catalogCertificate', messages.catalogCertificate],
    ['catalogKey', messages.catalogKey],
  ] as const;
  return (
    <details>
      <summary>{messages.catalogCertificates}</summary>
      <div className="fields">
        <PemFields {...props} {...{ fields, pair: ['catalogCertificate', 'catalogKey'] }} />
      </div>
    </details>
  );
}

function OwnRole({ settings, change }: FieldsProps) {
  const messages = useMessages('wizard');
  const [made, setMade] = useState<string | null>(null);
  const make = () => {
    const rolePassword = newPassword();
    setMade(rolePassword);
    change({ rolePassword, role: settings.role === '' ? roleName : settings.role });
  };
  return (
    <div className="make">
      <button type="button" onClick={make}>
        {messages.makeRole}
      </button>
      {made !== null && made === settings.rolePassword && (
        <Paste label={messages.pasteRole} text={catalogGrants(settings)} />
      )}
    </div>
  );
}
