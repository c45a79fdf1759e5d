import { ValidateBy } from 'class-validator';
import { isCertificates, longestPem, privateKeyIn } from '../platform/security/pem.js';

/** One or more certificates in PEM. What is no text, or too long a one, is for IsString and MaxLength to refuse. */
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
