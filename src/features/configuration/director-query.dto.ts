import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

/** Configurations are of one Director, which callers name: what they change must not depend on which one is the default. */
export class ConfiguredDirectorQuery {
  /** Name of the Director. */
  @ApiProperty({ type: 'string', maxLength: 127, examples: ['embedded'] })
  @IsString()
  @MaxLength(127)
  director!: string;
}
