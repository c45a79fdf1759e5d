import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import {
  builtInRoles,
  capabilities as allCapabilities,
  capabilitiesOfBuiltInRole,
  type Capability,
  isCapability,
} from '../../../domain/principal.js';
import { PageQuery } from '../../../http/page.dto.js';
import { TextLine } from '../../../http/text-line.decorator.js';
import { type RoleEntity } from './roles.repository.js';

/** A named set of capabilities. */
export class Role {
  /**
   * Name of the role.
   * @example 'night-shift'
   */
  name!: string;

  /**
   * Purpose of the role.
   * @example 'Runs and cancels jobs, restores nothing.'
   */
  description!: string;

  /** Capabilities of users with this role. */
  @ApiProperty({ enum: allCapabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /**
   * Whether the role is built in and cannot be changed or deleted.
   * @example false
   */
  builtIn!: boolean;

  /** When the role was created; null for built-in roles. */
  createdAt!: Date | null;

  /** When the role last changed; null for built-in roles. */
  updatedAt!: Date | null;
}

export class RolesQuery extends PageQuery {
  /**
   * Return only the role with this name.
   * @example 'operator'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  name?: string;
}

export class CreateRoleBody {
  /**
   * Lowercase letters, digits and hyphens; must start with a letter.
   * @example 'night-shift'
   */
  @Matches(/^[a-z][a-z0-9-]{0,62}$/)
  name!: string;

  /**
   * Purpose of the role, on one line.
   * @example 'Runs and cancels jobs, restores nothing.'
   */
  @TextLine({ min: 0, max: 500 })
  description!: string;

  /** Capabilities of users with this role. You can only include capabilities that you have yourself. */
  @ApiProperty({ enum: allCapabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  @IsArray()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsIn(allCapabilities, { each: true })
  capabilities!: Capability[];
}

export class ChangeRoleBody {
  /**
   * Purpose of the role, on one line.
   * @example 'Runs jobs.'
   */
  @ValidateIf((_, value) => value !== undefined)
  @TextLine({ min: 0, max: 500 })
  description?: string;

  /** Complete new set of capabilities. Existing tokens keep the capabilities of their creation. */
  @ApiProperty({
    enum: allCapabilities,
    enumName: 'Capability',
    isArray: true,
    required: false,
    examples: [['jobs:read']],
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsIn(allCapabilities, { each: true })
  capabilities?: Capability[];
}

export function roleOf(row: RoleEntity): Role {
  return {
    name: row.name,
    description: row.description,
    capabilities: row.capabilities.filter(isCapability),
    builtIn: false,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

const purposes = {
  admin: 'Everything.',
  operator: 'Runs backups and restores, manages volumes and thresholds.',
  readonly: 'Views everything except the audit records, changes nothing.',
};

export const builtInRoleItems: readonly Role[] = builtInRoles.map((name) => ({
  name,
  description: purposes[name],
  capabilities: [...capabilitiesOfBuiltInRole[name]],
  builtIn: true,
  createdAt: null,
  updatedAt: null,
}));
