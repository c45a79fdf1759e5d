import { ApiProperty } from '@nestjs/swagger';
import {
  type FaultCode,
  faultCodes,
  type RefusalCode,
  refusalCodes,
  type RefusalReason,
  refusalReasons,
} from '../../domain/refusals.js';
import { type SaidValues } from '../../domain/said.js';
import { ApiSaidValues } from './openapi/said-values.decorator.js';

/** Error of one input. */
export class ProblemFault {
  /**
   * Body field, query parameter or header, as the caller wrote it.
   * @example 'level'
   */
  field!: string;

  /** Stable code of the rule. */
  @ApiProperty({ enum: faultCodes, enumName: 'FaultCode', examples: ['wrong_type'] })
  code!: FaultCode;

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
  @ApiProperty({ enum: refusalCodes, enumName: 'ProblemCode', examples: ['validation_failed'] })
  code!: RefusalCode;

  /** More specific code, for a `code` with several causes. */
  @ApiProperty({ enum: refusalReasons, enumName: 'ProblemReason', required: false })
  reason?: RefusalReason;

  /** Values used in `detail`, if there is a `reason`. */
  @ApiSaidValues({}, false)
  params?: SaidValues;

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
}
