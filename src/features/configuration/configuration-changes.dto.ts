import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Length, Matches, MaxLength } from 'class-validator';
import { type ConfigurationEffects } from '../../domain/configuration-effects.js';
import { PageQuery } from '../../http/page.dto.js';
import { Problem } from '../../http/problem.dto.js';
import { MayBeAbsent } from '../../http/query.decorators.js';
import { TextLine } from '../../http/text-line.decorator.js';
import {
  type ChangeOrigin,
  changeOrigins,
  type ChangeState,
  changeStates,
  type ConfigurationChangeEntity,
} from './configuration-change.entity.js';
import { ConfigurationEffectsRecord, ConfigurationLoss, effectsRecord } from './configuration-effects.dto.js';
import { ConfigurationFinding, findingRecord } from './configuration.dto.js';

export const operationKinds = ['add', 'set', 'unset', 'rename', 'remove'] as const;
export const mostOperations = 500;

/** One step of a change. */
export class ConfigurationOperation {
  /**
   * `add` a resource; `set` a field, or without `path` all fields of a resource; `unset` a field or item of a list; `rename` a
   * resource and what refers to it; `remove` a resource.
   */
  @ApiProperty({ enum: operationKinds, enumName: 'ConfigurationOperationKind', examples: ['set'] })
  op!: (typeof operationKinds)[number];

  /**
   * Type of the resource: client, storage, pool, fileset, schedule, job or director.
   * @example 'job'
   */
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 40 })
  type!: string;

  /**
   * Name of the resource.
   * @example 'BackupHome'
   */
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 127 })
  name!: string;

  /**
   * Field, or item of a list, of the resource: required for `unset`, optional for `set`. The length of a list as index appends.
   * @example 'priority'
   */
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, required: false })
  path?: string;

  /** The new value: required for `add`, `set` and `rename`. For `add` the fields of the resource, for `rename` its new name. */
  @ApiProperty({
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
    required: false,
    examples: [5],
  })
  value?: unknown;
}

export class CreateConfigurationChangeBody {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  @IsString()
  @Length(1, 127)
  director!: string;

  /**
   * Why the change is made. 1 to 200 characters on one line.
   * @example 'Back up the home folders twice a day'
   */
  @MayBeAbsent()
  @TextLine({ max: 200, isBlankAllowed: false })
  comment?: string;

  /** Steps, carried out in this order: all of them, or none. */
  @ApiProperty({ type: () => [ConfigurationOperation], minItems: 1, maxItems: mostOperations })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostOperations)
  operations!: ConfigurationOperation[];
}

/** Confirmation of a loss. First send it empty: if the change would lose backups, the error response shows which. */
export class ApplyConfigurationBody {
  /**
   * Name of the Director, as confirmation.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  confirm?: string;

  /**
   * Hash of the impact that was shown.
   * @example '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'
   */
  @MayBeAbsent()
  @IsString()
  @Matches(/^[A-Za-z0-9_-]{43}$/, { message: '$property must be the impactHash of a 409 response' })
  impactHash?: string;
}

export class ConfigurationChangesQuery extends PageQuery {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  @IsString()
  @MaxLength(127)
  director!: string;
}

/** User or token that made a change. */
export class ConfigurationChangeAuthor {
  /**
   * How the caller was authenticated: browser session or API token.
   * @example 'session'
   */
  kind!: 'session' | 'token';

  /**
   * Id of the user or token.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  id!: string;

  /**
   * Name of the user or token at that time.
   * @example 'admin'
   */
  name!: string;
}

/** A change of a configuration, without its content. */
export class ConfigurationChangeSummary {
  /**
   * Id of the change.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  id!: string;

  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** State. `rolled_back`: the attempt to apply it failed, and nothing of it is in force. */
  @ApiProperty({ enum: changeStates, enumName: 'ConfigurationChangeState', examples: ['draft'] })
  state!: ChangeState;

  /** How the change was made. `initial`: the configuration with which the history begins. `hand`: the file was edited. */
  @ApiProperty({ enum: changeOrigins, enumName: 'ConfigurationChangeOrigin', examples: ['request'] })
  origin!: ChangeOrigin;

  /**
   * Why the change was made, as its author wrote it.
   * @example 'Back up the home folders twice a day'
   */
  comment!: string | null;

  /** Who made the change; null if the file was edited. */
  @ApiProperty({ type: () => ConfigurationChangeAuthor, nullable: true })
  author!: ConfigurationChangeAuthor | null;

  /** When the change was made; for an edit of the file, when the console took it over. */
  createdAt!: Date;

  /** When the change came into force; null if it is not applied. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  appliedAt!: Date | null;

  /** Revision that the change starts from; null for the first configuration. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })
  baseRevision!: string | null;

  /**
   * Revision that the change results in.
   * @example 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
   */
  resultRevision!: string;

  /** Id of the change that this one takes back. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  revertOf!: string | null;
}

/** A change of a configuration. */
export class ConfigurationChange extends ConfigurationChangeSummary {
  /**
   * Changed lines, as a unified diff.
   * @example '--- a/director.yaml\n+++ b/director.yaml\n@@ -1,2 +1,3 @@\n clients:\n   - name: local\n+  - name: laptop\n'
   */
  diff!: string;

  /** What becomes different when the change is applied. Empty for a change that is no draft. */
  @ApiProperty({ type: () => ConfigurationEffectsRecord })
  effects!: ConfigurationEffectsRecord;

  /** What was wrong or unusual when the change was made; for a change that was rolled back also why. */
  @ApiProperty({ type: () => [ConfigurationFinding] })
  findings!: ConfigurationFinding[];
}

/** Error 409 that lists what prevents the request. */
export class ConfigurationProblem extends Problem {
  /** What is wrong in the configuration that would result, for the reasons `configuration_invalid` and `configuration_rejected`. */
  @ApiProperty({ type: () => [ConfigurationFinding], required: false })
  findings?: ConfigurationFinding[];

  /** Applied changes that the revert would undo as well, oldest first, the newest 100 of them, for the reason `later_changes`. */
  @ApiProperty({ type: () => [ConfigurationChangeSummary], required: false })
  changes?: ConfigurationChangeSummary[];

  /** Backups that could be lost, for the code `confirmation_required`. */
  @ApiProperty({ type: () => ConfigurationLoss, required: false })
  impact?: ConfigurationLoss;

  /** Hash of the impact. Send it with `confirm` to apply the change. */
  @ApiProperty({ type: 'string', required: false, examples: ['3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'] })
  impactHash?: string;
}

export function changeSummary(change: ConfigurationChangeEntity): ConfigurationChangeSummary {
  const { id, director, state, origin, comment, author, createdAt, appliedAt } = change;
  const { baseRevision, resultRevision, revertOf } = change;
  const about = { id, director, state, origin, comment, author: author && { ...author }, createdAt, appliedAt };
  return { ...about, baseRevision, resultRevision, revertOf };
}

export function changeRecord(
  change: ConfigurationChangeEntity,
  diff: string,
  effects: ConfigurationEffects,
): ConfigurationChange {
  const findings = change.findings.map(findingRecord);
  return Object.assign(changeSummary(change), { diff, effects: effectsRecord(effects), findings });
}
