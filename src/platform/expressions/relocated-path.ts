import { RE2JS } from 're2js';
import { RawPath } from '../../domain/catalog-entry.js';
import { type Relocation, type RelocationStep } from '../../domain/restore-target.js';
import { type LinearExpression, linearExpression } from './linear-expression.js';

/** As POSIX has it (REG_NEWLINE): the clients of Bareos, and those of Bacula as Debian builds it, use the C library. */
const flags = RE2JS.MULTILINE | RE2JS.LONGEST_MATCH;

/**
 * Where a relocation puts files. Clients match bytes, so each byte is one character here; and they ignore the case of ASCII alone,
 * by lower letters in both the expression and the path.
 */
export class PathRelocator {
  private readonly steps: readonly (readonly [RelocationStep, LinearExpression])[];

  constructor({ steps }: Relocation) {
    this.steps = steps.map((step) => [step, expressionOf(step)]);
  }

  relocate(path: RawPath): RawPath {
    const text = this.steps.reduce(replaced, textOf(path.bytes));
    return RawPath.ofBytes(Buffer.from(text, 'latin1'));
  }
}

/** Throws AppError (400) for what the engine of the preview does not know. */
export function rejectUnknownSyntax({ steps }: Relocation): void {
  for (const step of steps) expressionOf(step);
}

function expressionOf({ from, ignoresCase }: RelocationStep): LinearExpression {
  const text = textOf(Buffer.from(from));
  return linearExpression(ignoresCase ? lowered(text) : text, 'relocation.regex', flags);
}

function replaced(
  text: string,
  [{ to, ignoresCase }, expression]: readonly [RelocationStep, LinearExpression],
): string {
  const matcher = expression.matcher(ignoresCase ? lowered(text) : text);
  if (!matcher.find()) return text;
  const parts = to.map((part) =>
    typeof part === 'string' ? textOf(Buffer.from(part)) : text.slice(matcher.start(part), matcher.end(part)),
  );
  return text.slice(0, matcher.start()) + parts.join('') + text.slice(matcher.end());
}

function textOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
