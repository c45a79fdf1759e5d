import { useState } from 'react';
import { useMessages } from '../../i18n/messages';
import { Field } from './director-form-field';
import { type FieldsProps } from './form-props';
import { StageFindings } from './test-findings';
import { catalogGrants, Paste } from './setup-snippet';
import { PemFields } from './pem-fields';
import { movesCatalog, newPassword, roleName } from './settings';
import { wizardWords } from './wizard.messages';

const stages: readonly string[] = ['catalog', 'grants', 'schema', 'timezone'];

/** The second step: where the catalog is, and with which role it is read. */
export function CatalogFields(props: FieldsProps) {
  const words = useMessages(wizardWords);
  const { settings, tested, stored } = props;
  const isKept = stored !== undefined && !movesCatalog(stored, settings);
  return (
    <section aria-labelledby="the-catalog">
      <h2 id="the-catalog">{words.catalog}</h2>
      <p className="quiet">{words.catalogAbout}</p>
      <div className="fields">
        <Field {...props} name="catalogAddress" label={words.catalogAddress} required={!isKept} />
        <Field {...props} name="catalogPort" label={words.catalogPort} type="number" min={1} max={65_535} required />
        <Field {...props} name="database" label={words.database} required={!isKept} />
        <Field {...props} name="role" label={words.role} required={!isKept} />
        <Field
          {...props}
          {...{ name: 'rolePassword', type: 'password', required: !isKept }}
          label={isKept ? words.keepRolePassword : words.rolePassword}
        />
        <Field {...props} name="options" label={words.options} />
      </div>
      <OwnRole {...props} />
      <CatalogCertificates {...props} />
      <StageFindings of={tested} stages={stages} />
    </section>
  );
}

function CatalogCertificates(props: FieldsProps) {
  const words = useMessages(wizardWords);
  const fields = [
    ['catalogCa', words.catalogCa],
    ['catalogCertificate', words.catalogCertificate],
    ['catalogKey', words.catalogKey],
  ] as const;
  return (
    <details>
      <summary>{words.catalogCertificates}</summary>
      <div className="fields">
        <PemFields {...props} {...{ fields, pair: ['catalogCertificate', 'catalogKey'] }} />
      </div>
    </details>
  );
}

function OwnRole({ settings, change }: FieldsProps) {
  const words = useMessages(wizardWords);
  const [made, setMade] = useState<string | null>(null);
  const make = () => {
    const rolePassword = newPassword();
    setMade(rolePassword);
    change({ rolePassword, role: settings.role === '' ? roleName : settings.role });
  };
  return (
    <div className="make">
      <button type="button" onClick={make}>
        {words.makeRole}
      </button>
      {made !== null && made === settings.rolePassword && (
        <Paste label={words.pasteRole} text={catalogGrants(settings)} />
      )}
    </div>
  );
}
