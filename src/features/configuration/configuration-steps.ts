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
    ...(isKind(op) ? [] : [wrongKind(op, place)]),
    ...textFaults(given['type'], place, 'type', true),
    ...textFaults(given['name'], place, 'name', true),
    ...textFaults(given['path'], place, 'path', op === 'unset'),
    // What an operation takes beside these depends on its kind.
    ...(isKind(op) ? [...pathFaults(op, given['path'], place), ...valueFaults(op, given['value'], place)] : []),
  ];
}

type Kind = ConfigurationStep['op'];

function isKind(op: unknown): op is Kind {
  return (operationKinds as readonly unknown[]).includes(op);
}

function wrongKind(op: unknown, place: string): FieldError {
  const code = op === undefined ? 'required' : 'not_allowed';
  return fault(`${place}.op`, code, `must be one of ${operationKinds.join(', ')}`);
}

function pathFaults(op: Kind, path: unknown, place: string): FieldError[] {
  if (path === undefined || op === 'set' || op === 'unset') return [];
  return [fault(`${place}.path`, 'not_allowed', `is not used by ${op}`)];
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

function valueFaults(op: Kind, value: unknown, place: string): FieldError[] {
  const isTaken = op === 'add' || op === 'set' || op === 'rename';
  if (isTaken === (value !== undefined)) return [];
  return isTaken
    ? [fault(`${place}.value`, 'required', 'is required')]
    : [fault(`${place}.value`, 'not_allowed', `is not used by ${op}`)];
}

function fault(field: string, code: FieldErrorCode, sentence: string): FieldError {
  return { field, code, detail: `${field} ${sentence}` };
}
