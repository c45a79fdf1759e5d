import { type ReactNode, type SyntheticEvent } from 'react';
import { useMessages } from '../../i18n/messages';
import { CatalogFields } from './catalog-fields';
import { DirectorFields } from './director-fields';
import { Field } from './director-form-field';
import { type FieldsProps } from './form-props';
import { StageFindings } from './test-findings';

interface DirectorFormProps extends FieldsProps {
  readonly actions: Readonly<Record<'test' | 'save', () => void>>;
  readonly children: ReactNode;
}

/** How a Director is reached, in steps; what a test found stands beside the fields that it is about. */
export function DirectorForm({ actions, children, ...props }: DirectorFormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const action = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value;
    actions[action === 'save' ? 'save' : 'test']();
  };
  return (
    <form className="director-form" onSubmit={submit} autoComplete="off">
      <DirectorFields {...props} />
      <CatalogFields {...props} />
      <MoreFields {...props} />
      {children}
    </form>
  );
}

const stages: readonly string[] = ['staging'];

function MoreFields(props: FieldsProps) {
  const messages = useMessages('wizard');
  const { settings, change } = props;
  return (
    <>
      <details>
        <summary>{messages.more}</summary>
        <div className="fields">
          <Field {...props} name="timezone" label={messages.timezone} placeholder="Europe/Berlin" />
          <Field {...props} name="restoreJob" label={messages.restoreJob} />
          <label className="broad">
            {messages.restoreRoots}
            <textarea
              rows={3}
              spellCheck={false}
              value={settings.restoreRoots}
              onChange={({ target }) => change({ restoreRoots: target.value })}
            />
          </label>
          <Field {...props} name="stagingClient" label={messages.stagingClient} />
          <Field {...props} name="stagingFolder" label={messages.stagingFolder} />
          <label className="check">
            <input
              type="checkbox"
              checked={settings.isUsual}
              onChange={({ target }) => change({ isUsual: target.checked })}
            />{' '}
            {messages.usual}
          </label>
        </div>
        <p className="quiet">{messages.stagingAbout}</p>
      </details>
      {/* Outside: what is folded away would not be seen. */}
      <StageFindings of={props.tested} stages={stages} />
    </>
  );
}
