import { ApiProperty } from '@nestjs/swagger';
import { type RefusalCode, refusalCodes, type RefusalReason, refusalReasons } from '../../domain/refusals.js';
import { type SaidValues } from '../../domain/said.js';
import { ApiSaidValues } from './openapi/said-values.decorator.js';

/** One input at fault. */
export class ProblemFault {
  /**
   * Body field, query parameter or header, as the caller wrote it.
   * @example 'level'
   */
  field!: string;

  /**
   * Stable word for the rule that was broken.
   * @example 'isString'
   */
  code!: string;

  /**
   * What was expected.
   * @example 'level must be a string'
   */
  detail!: string;
}

/** An error as RFC 9457 describes it. */
export class Problem {
  /**
   * Address of the explanation of this code.
   * @example '/docs/errors#validation_failed'
   */
  type!: string;

  /**
   * The status in words.
   * @example 'Bad Request'
   */
  title!: string;

  /** The HTTP status. */
  @ApiProperty({ type: 'integer', minimum: 400, maximum: 599, examples: [400] })
  status!: number;

  /**
   * What happened and what to do.
   * @example 'level must be a string'
   */
  detail!: string;

  /**
   * The path that was asked for.
   * @example '/api/v1/operations/jobs/run'
   */
  instance!: string;

  /** Stable code; scripts match on this. */
  @ApiProperty({ enum: refusalCodes, enumName: 'ProblemCode', examples: ['validation_failed'] })
  code!: RefusalCode;

  /** Finer than the code, where one code has several causes. */
  @ApiProperty({ enum: refusalReasons, enumName: 'ProblemReason', required: false })
  reason?: RefusalReason;

  /** With a reason: the values that stand in `detail`. */
  @ApiSaidValues({}, false)
  params?: SaidValues;

  /**
   * Also in the X-Request-Id header and in the log.
   * @example '0f1d5c3a9be14c0f'
   */
  requestId!: string;

  /** Each input at fault, on bad input. */
  errors?: ProblemFault[];

  /**
   * What the caller would need, on a 403.
   * @example 'jobs:run'
   */
  requiredCapability?: string;
}
