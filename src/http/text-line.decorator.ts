import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { isCertificates, longestPem, privateKeyIn } from '../platform/security/pem.js';

/** One or more certificates in PEM. Other types and longer texts are rejected by IsString and MaxLength. */
export function IsCertificates(): PropertyDecorator {
  return isPem('$property must contain only certificates in PEM', isCertificates);
}

/** One private key in PEM that has no passphrase. */
export function IsPrivateKey(): PropertyDecorator {
  return isPem('$property must be a private key in PEM without a passphrase', (text) => privateKeyIn(text) !== null);
}

function isPem(sentence: string, isGood: (text: string) => boolean): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value !== 'string' || value.length > longestPem || isGood(value);
  return ValidateBy({ name: 'pem', validator: { validate, defaultMessage: () => sentence } });
}

interface TextLineRule {
  /** Unicode characters. Default: 1. */
  readonly min?: number;
  readonly max: number;
  /** Whether spaces alone are enough. Default: true. */
  readonly isBlankAllowed?: boolean;
}

/** `\p{Cc}` in an escape that every engine knows, with and without Unicode support. */
const control = '\\x00-\\x1F\\x7F-\\x9F';
const anyLine = `^[^${control}]*$`;
const notBlankLine = `^[^${control}]*[^\\s${control}][^${control}]*$`;

/**
 * Text on one line, without control characters. The document gets the same rule as a pattern without look-ahead and Unicode
 * classes, which Go, Rust, Python and JavaScript without the `u` flag lack or interpret differently.
 */
export function TextLine({ min = 1, max, isBlankAllowed = true }: TextLineRule): PropertyDecorator {
  const pattern = isBlankAllowed ? anyLine : notBlankLine;
  const line = new RegExp(pattern, 'u');
  // `length` would count a character beyond the basic plane twice, JSON Schema counts it once.
  const validate = (value: unknown): boolean =>
    typeof value === 'string' &&
    value.length <= 2 * max &&
    line.test(value) &&
    isBetween(Array.from(value).length, min, max);
  const range = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const defaultMessage = (): string => `$property must be ${range} characters on one line`;
  return applyDecorators(
    ValidateBy({ name: 'matches', validator: { validate, defaultMessage } }),
    ApiProperty({ type: 'string', minLength: min, maxLength: max, pattern }),
  );
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
