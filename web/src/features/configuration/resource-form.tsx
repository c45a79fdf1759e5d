import { type ReactNode, type SyntheticEvent } from 'react';
import { type Action } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { Field } from '../../components/labeled-field';
import { useMessages } from '../../i18n/messages';
import { type ListedResource, type SchemaType, type Values } from './records';
import { FieldControl } from './field-control';
import { applicable } from './resource-operations';
import { mostListed, useResources } from './use-configuration';

export interface EditedResource {
  readonly name: string;
  readonly values: Values;
}

interface ResourceFormProps {
  readonly director: string;
  readonly schema: SchemaType;
  readonly resource: EditedResource;
  readonly change: (resource: EditedResource) => void;
  readonly submit: () => void;
  readonly action: Action;
  /** The id of the sentence that says why the caller may not; null where they may. */
  readonly deniedBy: string | null;
  readonly children?: ReactNode;
}

/** All fields of one resource, as its schema has them. */
export function ResourceForm(props: ResourceFormProps) {
  const { director, schema, resource, change, submit, action, deniedBy, children } = props;
  const messages = useMessages('configuration');
  const names = useNames(director, schema);
  const { name, values } = resource;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className="setup-form" onSubmit={send}>
      <fieldset disabled={deniedBy !== null} aria-describedby={deniedBy ?? undefined}>
        <div className="form-part">
          {schema.list !== null && (
            <Field
              {...{ label: messages.name, required: true, value: name }}
              onChange={({ target }) => change({ name: target.value, values })}
            />
          )}
          {applicable(schema, values).map((field) => (
            <FieldControl
              key={field.name}
              {...{ type: schema.type, field, names, value: values[field.name] }}
              change={(value) => change({ name, values: { ...values, [field.name]: value } })}
            />
          ))}
        </div>
        <ErrorMessage problem={action.problem} />
        <div className="row wrap">
          <button className="primary" aria-disabled={action.busy}>
            {messages.review}
          </button>
          {children}
        </div>
      </fieldset>
    </form>
  );
}

/** The names that the references of this type may have. */
function useNames(director: string, { fields }: SchemaType): Readonly<Record<string, readonly string[]>> {
  const types = new Set(fields.flatMap(({ reference }) => reference ?? []));
  const all = {
    client: useResources(types.has('client') ? director : null, 'client'),
    fileset: useResources(types.has('fileset') ? director : null, 'fileset'),
    job: useResources(types.has('job') ? director : null, 'job'),
    pool: useResources(types.has('pool') ? director : null, 'pool'),
    schedule: useResources(types.has('schedule') ? director : null, 'schedule'),
    storage: useResources(types.has('storage') ? director : null, 'storage'),
  };
  return Object.fromEntries(Object.entries(all).map(([type, { data }]) => [type, namesIn(data?.items ?? [])]));
}

/** Of jobs, only those that back up. A list that is cut keeps its length, which says so. */
function namesIn(items: readonly ListedResource[]): readonly string[] {
  const isReferable = ({ type, own }: ListedResource) => type !== 'job' || (own['type'] ?? 'Backup') === 'Backup';
  const offered = items.length < mostListed ? items.filter(isReferable) : items;
  return offered.map(({ name }) => name);
}
