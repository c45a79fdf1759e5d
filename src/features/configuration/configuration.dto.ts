import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import {
  type ConfigurationDrift,
  configurationDrifts,
  type ConfigurationFinding as Finding,
  type FindingCode,
  findingCodes,
} from '../../domain/configuration.port.js';
import { type MessageParams } from '../../domain/error-codes.js';
import { ApiMessageParams } from '../../http/openapi/message-params.decorator.js';

const findingSeverities = ['error', 'warning'] as const;
const accesses = ['full', 'read'] as const;
const validators = ['director'] as const;

/** What is wrong or unusual in a configuration. */
export class ConfigurationFinding {
  /** A configuration with an error cannot be applied. */
  @ApiProperty({ enum: findingSeverities, enumName: 'FindingSeverity', examples: ['error'] })
  severity!: (typeof findingSeverities)[number];

  /** Code of the finding. `more_findings`: only the first 100 findings are listed, errors before warnings. */
  @ApiProperty({ enum: findingCodes, enumName: 'ConfigurationFindingCode', examples: ['invalid'] })
  code!: FindingCode;

  /**
   * Entry that the finding is about; empty for the configuration as a whole.
   * @example 'jobs[0].fileset'
   */
  place!: string;

  /** Line of the file, from 1; null if no line shows it. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, examples: [42] })
  line!: number | null;

  /** Column in that line, from 1. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, examples: [14] })
  column!: number | null;

  /**
   * What is wrong, as a sentence without its subject, which is the place.
   * @example 'there is no fileset named Hme'
   */
  message!: string;

  /** Values used in `message`. */
  @ApiMessageParams({})
  params!: MessageParams;
}

/** State of the configuration of a Director. */
export class ConfigurationRecord {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Revision of the file as it is now; null if there is none. Send it in If-Match to apply a change. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
  revision!: string | null;

  /** Revision of what is in force; null if nothing is. Differs from `revision` only while the file is not in force. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
  lastGoodRevision!: string | null;

  /** `read`: another process of the console runs the jobs, and only that one can change the configuration. */
  @ApiProperty({ enum: accesses, enumName: 'ConfigurationAccess', examples: ['full'] })
  access!: (typeof accesses)[number];

  /** Whether this process can change the configuration. False also if it cannot replace the file. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  writable!: boolean;

  /** What checks a change: the Director itself. */
  @ApiProperty({ enum: validators, enumName: 'ConfigurationValidator', examples: ['director'] })
  validatedBy!: (typeof validators)[number];

  /**
   * Why the file is not what is in force. `changed`: it was edited by hand a moment ago, and is about to be taken over.
   * `invalid`, `rejected`, `missing`: what is in force remains in force. `unwritten`: the console could not write the file.
   */
  @ApiProperty({ enum: configurationDrifts, enumName: 'ConfigurationDrift', examples: ['none'] })
  drift!: ConfigurationDrift;

  /** What is wrong or unusual in the file as it is now. */
  @ApiProperty({ type: () => [ConfigurationFinding] })
  findings!: ConfigurationFinding[];
}

/** A whole configuration. */
export class ConfigurationTextRecord {
  /**
   * Revision of the text.
   * @example '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
   */
  revision!: string;

  /**
   * The file as it is now, whether it is in force or not.
   * @example 'clients:\n  - name: local\n'
   */
  text!: string;
}

export class ConfigurationQuery {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  @IsString()
  @MaxLength(127)
  director!: string;
}

export function findingRecord({ severity, code, place, line, column, message, params }: Finding): ConfigurationFinding {
  return { severity, code, place, line, column, message, params };
}
