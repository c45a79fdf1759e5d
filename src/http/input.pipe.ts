import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { type ValidationError } from 'class-validator';
import { type FieldFault, invalidFields, Refusal } from '../domain/errors.js';
import { faultOfError } from './input-faults.js';
import { unknownFields } from './unknown-fields.js';

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
      exceptionFactory: (errors) => refusalOf(errors),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // A word of the address goes as it is to the parameter's own pipe: this one would make 1 of 0x1 and of "+1".
    if (metadata.type === 'param') return value;
    if (metadata.type === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      const detail = 'The body must be a JSON object.';
      throw new Refusal('validation_failed', detail, { errors: [{ field: '', code: 'wrong_type', detail }] });
    }
    refuseUnknown(value, metadata);
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** Before the validator, which takes a long time to say the same of many. */
function refuseUnknown(value: unknown, { type, metatype }: ArgumentMetadata): void {
  if (typeof value !== 'object' || value === null || !metatype || type === 'custom') return;
  const unknown = unknownFields(value, metatype as new () => object);
  if (unknown.length > 0) throw invalidFields(unknown);
}

function refusalOf(errors: ValidationError[]): Refusal {
  return invalidFields(errors.flatMap((error) => faultsOf(error, '')));
}

function faultsOf(error: ValidationError, prefix: string): FieldFault[] {
  const field = `${prefix}${error.property}`;
  const own = faultOfError(error, field);
  return [...(own ? [own] : []), ...(error.children ?? []).flatMap((child) => faultsOf(child, `${field}.`))];
}
