import { type Operation, type SchemaType, type Values } from './records';

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
      return value === undefined
        ? { op: 'unset', type, name, path }
        : { op: 'set', type, name, path, value: value as Operation['value'] };
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
