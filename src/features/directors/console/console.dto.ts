import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Problem } from '../../../http/problem.dto.js';
import { MayBeAbsent } from '../../../http/query.decorators.js';
import { TextLine } from '../../../http/text-line.decorator.js';

/** Command for a Director. */
export class ConsoleCommandBody {
  /**
   * One command in the Director's own words, at most 4 KiB.
   * @example 'status director'
   */
  @TextLine({ max: 4096, isBlankAllowed: false })
  command!: string;

  /** Whether the command may change something. Without it, only commands of the reading list run. */
  @ApiProperty({ type: 'boolean', required: false, examples: [true] })
  @MayBeAbsent()
  @IsBoolean()
  confirm?: boolean;
}

/** What a Director answered. */
export class ConsoleCommandAnswer {
  /**
   * Name of the Director.
   * @example 'main'
   */
  director!: string;

  /**
   * The command, with secrets as `[hidden]`.
   * @example 'status director'
   */
  command!: string;

  /**
   * The Director's text, with secrets as `[hidden]`.
   * @example 'main-dir Version: 15.0.3 (25 March 2025)'
   */
  output!: string;

  /** Whether the answer was longer than 1 MiB: `output` is its beginning. The command ran to its end. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  truncated!: boolean;

  /** Milliseconds from login to answer. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [120] })
  durationMs!: number;
}

/** Error 422. The Director's question only with the code `command_asks`. */
export class ConsoleCommandProblem extends Problem {
  /** Text of the Director up to its question, with secrets as `[hidden]`. */
  @ApiProperty({ type: 'string', required: false, examples: ['Select Job resource (1-2): '] })
  question?: string;

  /** The whole output, including what the Director sent after the question was canceled. */
  @ApiProperty({ type: 'string', required: false, examples: ['Select Job resource (1-2): Job not run.'] })
  output?: string;
}
