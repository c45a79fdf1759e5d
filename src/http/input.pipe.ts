import { type ArgumentMetadata, Injectable, ValidationPipe, applyDecorators } from '@nestjs/common';
import { type ValidationError, getMetadataStorage, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { type FieldError, invalidFields, AppError, type FieldErrorCode } from '../domain/error-codes.js';

/** Our code of each validator rule, whose own names belong to its decorators. Rules of the type come first: they explain the others. */
const codeOfRule: ReadonlyMap<string, FieldErrorCode> = new Map([
  ['nestedValidation', 'wrong_type'],
  ['isString', 'wrong_type'],
  ['isInt', 'wrong_type'],
  ['isBoolean', 'wrong_type'],
  ['isArray', 'wrong_type'],
  ['isObject', 'wrong_type'],
  ['isDate', 'invalid_format'],
  ['arrayMinSize', 'too_few'],
  ['arrayMaxSize', 'too_many'],
  ['min', 'too_small'],
  ['max', 'too_large'],
  ['minLength', 'too_short'],
  ['maxLength', 'too_long'],
  ['isLength', 'too_long'],
  ['isIn', 'not_allowed'],
  ['arrayUnique', 'duplicate_items'],
  ['matches', 'invalid_format'],
  ['isEmail', 'invalid_format'],
  ['isUuid', 'invalid_format'],
  ['path', 'invalid_format'],
  ['pem', 'invalid_format'],
  ['wildcards', 'too_many'],
]);
const rules = [...codeOfRule.keys()];
/** Rules that a value of another type breaks as well. */
const textRules: ReadonlySet<string> = new Set(['matches', 'isLength', 'minLength', 'maxLength', 'isEmail', 'isUuid']);

/** The one error of a field, or null if only its children have errors. */
function fieldErrorOf({ constraints, value }: ValidationError, field: string): FieldError | null {
  const broken = Object.entries(constraints ?? {}).sort(([a], [b]) => rankOf(a) - rankOf(b));
  const [first] = broken;
  if (!first) return null;
  const [rule, detail] = first;
  if (value === undefined) return { field, code: 'required', detail: `${field} is required` };
  if (textRules.has(rule) && !isText(value)) return { field, code: 'wrong_type', detail: `${field} must be a string` };
  if (rule === 'isLength' && detail.includes('longer than')) return { field, code: 'too_short', detail };
  return { field, code: codeOfRule.get(rule) ?? 'invalid', detail };
}

function rankOf(rule: string): number {
  const rank = rules.indexOf(rule);
  return rank === -1 ? rules.length : rank;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

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
 * Unknown names in the input, and lists where an object is expected. The validator finds unknown names as well, but creates an
 * error for each and reads their content; here only names are read, and nothing below an unknown one.
 */
export function unknownFields(input: object, type: InputClass, prefix = ''): FieldError[] {
  const fields = fieldsOf(type);
  const faults: FieldError[] = [];
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

/** Checks every body and query against its class; unknown fields are faults, and each fault is named. */
@Injectable()
export class InputPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: false,
      exceptionFactory: (errors) => toAppError(errors),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // A parameter of the path goes unchanged to its own pipe: this one would convert 0x1 and "+1" to 1.
    if (metadata.type === 'param') return value;
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      const detail = 'The body must be a JSON object.';
      throw new AppError('validation_failed', detail, { errors: [{ field: '', code: 'wrong_type', detail }] });
    }
    rejectUnknownFields(value, metadata);
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** Before the validator, which is slow with many unknown names. */
function rejectUnknownFields(value: unknown, { type, metatype }: ArgumentMetadata): void {
  if (typeof value !== 'object' || value === null || !metatype || type === 'custom') return;
  const unknown = unknownFields(value, metatype as new () => object);
  if (unknown.length > 0) throw invalidFields(unknown);
}

function toAppError(errors: ValidationError[]): AppError {
  return invalidFields(errors.flatMap((error) => fieldErrorsOf(error, '')));
}

function fieldErrorsOf(error: ValidationError, prefix: string): FieldError[] {
  const field = `${prefix}${error.property}`;
  const own = fieldErrorOf(error, field);
  return [...(own ? [own] : []), ...(error.children ?? []).flatMap((child) => fieldErrorsOf(child, `${field}.`))];
}
