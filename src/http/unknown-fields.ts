import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { getMetadataStorage, ValidateNested } from 'class-validator';
import { type FieldFault } from '../domain/errors.js';

type InputClass = abstract new (...args: never[]) => object;

/** Fields of a class by name, each with the class of its value where that is checked by one of its own. */
type Fields = ReadonlyMap<string, InputClass | null>;

const nestedKey = 'console:nested';

/** A field whose value has a class of its own. */
export function NestedField(type: () => InputClass): PropertyDecorator {
  const note: PropertyDecorator = (target, name) => Reflect.defineMetadata(nestedKey, type, target, name);
  return applyDecorators(ValidateNested(), Type(type), note);
}

const fieldsByClass = new WeakMap<InputClass, Fields>();

/**
 * Names in the input that its class does not have, and lists where an object belongs. The validator finds unknown names as well, but
 * builds an error for each and looks at what they hold; here only names are read, and nothing below an unknown one.
 */
export function unknownFields(input: object, type: InputClass, prefix = ''): FieldFault[] {
  const fields = fieldsOf(type);
  const faults: FieldFault[] = [];
  for (const name of Object.keys(input)) {
    const field = `${prefix}${name}`;
    const nested = fields.get(name);
    if (nested === undefined)
      faults.push({ field, code: 'unknown', detail: `${field} is not an accepted field or parameter` });
    else if (nested !== null) {
      const value = (input as Readonly<Record<string, unknown>>)[name];
      // The validator would check the members of a list, and an empty one would pass.
      if (Array.isArray(value)) faults.push({ field, code: 'wrong_type', detail: `${field} must be an object` });
      else if (typeof value === 'object' && value !== null) faults.push(...unknownFields(value, nested, `${field}.`));
    }
  }
  return faults;
}

function fieldsOf(type: InputClass): Fields {
  const known = fieldsByClass.get(type);
  if (known) return known;
  const fields = new Map<string, InputClass | null>();
  for (const { propertyName } of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const nested = Reflect.getMetadata(nestedKey, type.prototype as object, propertyName) as
      | (() => InputClass)
      | undefined;
    fields.set(propertyName, nested?.() ?? null);
  }
  fieldsByClass.set(type, fields);
  return fields;
}
