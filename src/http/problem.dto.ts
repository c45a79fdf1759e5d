import { ApiProperty } from '@nestjs/swagger';
import {
  type FieldErrorCode,
  fieldErrorCodes,
  type ErrorCode,
  errorCodes,
  type ErrorReason,
  errorReasons,
  type MessageParams,
} from '../domain/error-codes.js';
import { ApiMessageParams } from './openapi/message-params.decorator.js';

/** Error of one input. */
export class ProblemFault {
  /**
   * Body field, query parameter or header, as the caller wrote it.
   * @example 'level'
   */
  field!: string;

  /** Stable code of the rule. */
  @ApiProperty({ enum: fieldErrorCodes, enumName: 'FaultCode', examples: ['wrong_type'] })
  code!: FieldErrorCode;

  /**
   * Expected input.
   * @example 'level must be a string'
   */
  detail!: string;
}

/** Error in the format of RFC 9457. */
export class Problem {
  /**
   * Address of the explanation of this code.
   * @example '/docs/errors#validation_failed'
   */
  type!: string;

  /**
   * Short name of the code.
   * @example 'Invalid input'
   */
  title!: string;

  /** HTTP status. */
  @ApiProperty({ type: 'integer', minimum: 400, maximum: 599, examples: [400] })
  status!: number;

  /**
   * What happened and what to do.
   * @example 'level must be a string'
   */
  detail!: string;

  /**
   * Path of the request.
   * @example '/api/v1/operations/jobs/run'
   */
  instance!: string;

  /** Stable code for scripts. */
  @ApiProperty({ enum: errorCodes, enumName: 'ProblemCode', examples: ['validation_failed'] })
  code!: ErrorCode;

  /** More specific code, for a `code` with several causes. */
  @ApiProperty({ enum: errorReasons, enumName: 'ProblemReason', required: false })
  reason?: ErrorReason;

  /** Values used in `detail`, if there is a `reason`. */
  @ApiMessageParams({}, false)
  params?: MessageParams;

  /**
   * Id of the request, as in the X-Request-Id header and the log.
   * @example '0f1d5c3a9be14c0f'
   */
  requestId!: string;

  /** Errors of the individual inputs, if the input is invalid. */
  errors?: ProblemFault[];

  /**
   * Capability that the caller needs, for status 403.
   * @example 'jobs:run'
   */
  requiredCapability?: string;

  /** Levels at which the job can run, for the code `invalid_level`. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, required: false, examples: [['Full', 'Incremental']] })
  allowed?: string[];

  /** Job ids that no longer exist or have no file records, for the code `incomplete_chain`. */
  @ApiProperty({ type: 'array', items: { type: 'integer', format: 'int32' }, required: false, examples: [[5]] })
  missingJobids?: number[];

  /** Clients of the runs, for the code `mixed_chain`. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, required: false, examples: [['laptop', 'server']] })
  clients?: string[];

  /** Filesets of the runs, for the code `mixed_chain`. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, required: false, examples: [['Home']] })
  filesets?: string[];

  /** Selected paths that the chain does not contain, for the code `nothing_selected`. */
  @ApiProperty({
    type: 'array',
    items: {
      type: 'object',
      required: ['path', 'ref'],
      properties: { path: { type: 'string' }, ref: { type: 'string' } },
    },
    required: false,
    examples: [[{ path: '/etc/no-such-file', ref: 'L2V0Yy9uby1zdWNoLWZpbGU' }]],
  })
  missing?: { path: string; ref: string }[];
}
