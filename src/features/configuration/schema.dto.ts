import { ApiProperty } from '@nestjs/swagger';
import { type SettingKind, settingKinds } from '../../domain/configuration-reader.port.js';

/** Another field whose value decides whether a resource has this one. */
export class ConfigurationFieldCondition {
  /**
   * Name of the other field.
   * @example 'type'
   */
  field!: string;

  /**
   * Its value in resources that have this field.
   * @example 'Backup'
   */
  value!: string;
}

/** Field of a mapping. */
export class ConfigurationSubfield {
  /**
   * Name of the field.
   * @example 'retention'
   */
  name!: string;

  /**
   * What the value is; of a list, each item. `name`: unique name of the resource. `size`: text such as `2 GiB` or `500 MB`, or a
   * number of bytes. `duration`: text of a number and `seconds`, `minutes`, `hours`, `days`, `weeks`, `months` (of 30 days) or
   * `years` (of 365 days). `pattern`: exclude pattern. `cron`: cron expression of minute, hour, day, month and weekday. `reference`:
   * name of another resource. `mapping`: object with the fields in `of`.
   */
  @ApiProperty({ enum: settingKinds, enumName: 'ConfigurationFieldKind', examples: ['duration'] })
  kind!: SettingKind;

  /** Whether the value is a list. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  isList!: boolean;

  /** What a number counts; null without a unit, and if the value contains the unit. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  unit!: string | null;

  /** Value that applies if the field is absent; null if none applies. */
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
    nullable: true,
    examples: [null],
  })
  default!: string | number | boolean | string[] | null;

  /** Whether the field must be present. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  required!: boolean;

  /** Smallest number. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  minimum!: number | null;

  /** Largest number; of a duration, in seconds. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  maximum!: number | null;

  /** Possible values of a choice. */
  @ApiProperty({ type: [String], nullable: true, examples: [null] })
  enum!: string[] | null;

  /** Exclude patterns that each value of a choice means; null if values mean none. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    nullable: true,
    examples: [null],
  })
  patterns!: Readonly<Record<string, readonly string[]>> | null;

  /** Type of the resource that a reference names. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  reference!: string | null;

  /** Purpose of the field. */
  @ApiProperty({ type: 'string', examples: ['How long a volume is kept after its last write.'] })
  description!: string;
}

/** Field of a type of resource. */
export class ConfigurationField extends ConfigurationSubfield {
  /** Fields of a mapping. */
  @ApiProperty({ type: [ConfigurationSubfield], nullable: true, examples: [null] })
  of!: ConfigurationSubfield[] | null;

  /** Only resources that match this condition have the field; null if all have it. */
  @ApiProperty({ type: ConfigurationFieldCondition, nullable: true, examples: [null] })
  appliesTo!: ConfigurationFieldCondition | null;
}

/** Type of resource. */
export class ConfigurationType {
  /**
   * Name of the type.
   * @example 'pool'
   */
  type!: string;

  /** Key of the list in the configuration text; null if there is always exactly one resource of the type. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['pools'] })
  list!: string | null;

  /** Fields in the order in which the console shows them. */
  @ApiProperty({ type: [ConfigurationField] })
  fields!: ConfigurationField[];
}

/** Types of resources of a Director. */
export class ConfigurationSchema {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** All types. */
  @ApiProperty({ type: [ConfigurationType] })
  types!: ConfigurationType[];
}
