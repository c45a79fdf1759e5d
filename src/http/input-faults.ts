import { type ValidationError } from 'class-validator';
import { type FaultCode, type FieldFault } from '../domain/errors.js';

/**
 * Our code of each rule of the validator, whose own names belong to its decorators. Rules of the type come first: they explain what
 * the others say of the same value.
 */
const codeOfRule: ReadonlyMap<string, FaultCode> = new Map([
  ['nestedValidation', 'wrong_type'],
  ['isString', 'wrong_type'],
  ['isInt', 'wrong_type'],
  ['isBoolean', 'wrong_type'],
  ['isArray', 'wrong_type'],
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

/** The one fault of a field, or null where only what is below it is at fault. */
export function faultOfError({ constraints, value }: ValidationError, field: string): FieldFault | null {
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
