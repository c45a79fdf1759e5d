import { RE2JS, RE2JSSyntaxException } from 're2js';
import { invalidField } from '../../domain/error-codes.js';

/** An expression of a caller in an engine whose time grows with the text alone: decision 0039. */
export type LinearExpression = RE2JS;

/** Throws AppError (400) for syntax that RE2 lacks, such as look-around and backreferences. */
export function linearExpression(text: string, field: string, flags = 0): LinearExpression {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const why = error.message.replace(/^error parsing regexp: /, '');
    throw invalidField(field, `The expression is not in the syntax of RE2: ${why}`, 'invalid_format');
  }
}
