import { type ConfigurationStep } from '../../domain/configuration.port.js';
import { type FieldError, type FieldErrorCode, invalidFields } from '../../domain/error-codes.js';
import { operationKinds } from './configuration-changes.dto.js';

const members = ['op', 'type', 'name', 'path', 'value'] as const;
const longest = { type: 40, name: 127, path: 200 } as const;

/** The operations of a body, each checked; AppError validation_failed that names what is wrong, such as `operations[2].op`. */
export function readSteps(operations: readonly unknown[]): readonly ConfigurationStep[] {
  const faults = operations.flatMap((operation, index) => faultsOf(operation, `operations[${index}]`));
  if (faults.length > 0) throw invalidFields(faults);
  return operations as readonly ConfigurationStep[];
}

function faultsOf(operation: unknown, place: string): FieldError[] {
  if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) {
    return [fault(place, 'wrong_type', 'must be an object')];
  }
  const given = operation as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).filter((name) => !(members as readonly string[]).includes(name));
  const { op } = given;
  return [
    ...unknown.map((name) => fault(`${place}.${name}`, 'unknown', 'is not an accepted field')),
    ...((operationKinds as readonly unknown[]).includes(op)
      ? []
      : [
          fault(
            `${place}.op`,
            op === undefined ? 'required' : 'not_allowed',
            `must be one of ${operationKinds.join(', ')}`,
          ),
        ]),
    ...(['type', 'name'] as const).flatMap((name) => textFaults(given[name], place, name, true)),
    ...textFaults(given['path'], place, 'path', op === 'unset'),
    ...(op !== 'unset' && op !== 'set' && given['path'] !== undefined
      ? [fault(`${place}.path`, 'not_allowed', `is not used by ${String(op)}`)]
      : []),
    ...valueFaults(op, given['value'], place),
  ];
}

function textFaults(value: unknown, place: string, name: keyof typeof longest, isRequired: boolean): FieldError[] {
  const field = `${place}.${name}`;
  if (value === undefined) return isRequired ? [fault(field, 'required', 'is required')] : [];
  if (typeof value !== 'string') return [fault(field, 'wrong_type', 'must be a string')];
  if (value === '') return [fault(field, 'too_short', 'must not be empty')];
  // Of a name the reader of the configuration counts the bytes.
  return Array.from(value).length > longest[name]
    ? [fault(field, 'too_long', `must have at most ${longest[name]} characters`)]
    : [];
}

function valueFaults(op: unknown, value: unknown, place: string): FieldError[] {
  const isTaken = op === 'add' || op === 'set' || op === 'rename';
  if (isTaken && value === undefined) return [fault(`${place}.value`, 'required', 'is required')];
  if ((op === 'unset' || op === 'remove') && value !== undefined) {
    return [fault(`${place}.value`, 'not_allowed', `is not used by ${op}`)];
  }
  return [];
}

function fault(field: string, code: FieldErrorCode, sentence: string): FieldError {
  return { field, code, detail: `${field} ${sentence}` };
}
