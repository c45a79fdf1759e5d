import { type ReactNode, type SyntheticEvent } from 'react';
import { type Action } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { Field } from '../../components/labeled-field';
import { useMessages } from '../../i18n/messages';
import { type Operation, type SchemaType, type Values } from './contract';
import { FieldControl } from './field-control';
import { useResources } from './use-configuration';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What makes one resource the other: its name first, then each field that differs. */
export function operationsOf(
  type: string,
  before: { readonly name: string; readonly values: Values },
  after: { readonly name: string; readonly values: Values },
): readonly Operation[] {
  const { name } = after;
  const renamed: readonly Operation[] =
    name === before.name ? [] : [{ op: 'rename', type, name: before.name, value: name }];
  const fields = [...new Set([...Object.keys(before.values), ...Object.keys(after.values)])];
  const changed = fields.filter((field) => field !== 'name' && !isSame(before.values[field], after.values[field]));
  return [
    ...renamed,
    ...changed.map((path): Operation => {
      const value = after.values[path];
      return value === undefined ? { op: 'unset', type, name, path } : { op: 'set', type, name, path, value };
    }),
  ];
}

/** Fields that only resources of another kind have are left out, with their values. */
export function applicable({ fields }: SchemaType, values: Values): SchemaType['fields'] {
  return fields.filter(({ name, appliesTo }) => {
    if (name === 'name') return false;
    if (appliesTo === null) return true;
    const deciding = fields.find((one) => one.name === appliesTo.field);
    return (values[appliesTo.field] ?? deciding?.default) === appliesTo.value;
  });
}

/** The values of fields that apply: what was typed for another kind is not sent. */
export function givenValues(schema: SchemaType, values: Values): Values {
  const known = applicable(schema, values).map(({ name }) => name);
  return Object.fromEntries(known.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

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
  return Object.fromEntries(
    Object.entries(all).map(([type, { data }]) => [type, (data?.items ?? []).map(({ name }) => name)]),
  );
}
