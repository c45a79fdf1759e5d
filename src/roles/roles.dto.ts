import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, Matches, ValidateIf } from 'class-validator';
import {
  builtInRoles,
  capabilities as allCapabilities,
  capabilitiesOfBuiltInRole,
  type Capability,
  isCapability,
} from '../domain/capabilities.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { type RoleEntity } from './role.entity.js';

/** A named set of capabilities. */
export class Role {
  /**
   * Identifies the role.
   * @example 'night-shift'
   */
  name!: string;

  /**
   * What the role is for.
   * @example 'Runs and cancels jobs, restores nothing.'
   */
  description!: string;

  /** What people of this role may do. */
  @ApiProperty({ enum: allCapabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  capabilities!: Capability[];

  /**
   * Part of the product: cannot be changed or deleted.
   * @example false
   */
  builtIn!: boolean;

  /** When the role was created; null for a built-in one. */
  createdAt!: Date | null;

  /** When the role last changed; null for a built-in one. */
  updatedAt!: Date | null;
}

export class RolesQuery extends PageQuery {
  /**
   * Only the role of this name.
   * @example 'operator'
   */
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u)
  name?: string;
}

export class CreateRoleBody {
  /**
   * Small letters, digits and hyphens; begins with a letter.
   * @example 'night-shift'
   */
  @Matches(/^[a-z][a-z0-9-]{0,62}$/)
  name!: string;

  /**
   * What the role is for; one line.
   * @example 'Runs and cancels jobs, restores nothing.'
   */
  @Matches(/^[^\p{Cc}]{0,500}$/u)
  description!: string;

  /** What people of this role may do. Nobody can put in what they may not do themselves. */
  @ApiProperty({ enum: allCapabilities, enumName: 'Capability', isArray: true, examples: [['jobs:read', 'jobs:run']] })
  @IsArray()
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsIn(allCapabilities, { each: true })
  capabilities!: Capability[];
}

export class ChangeRoleBody {
  /**
   * What the role is for; one line.
   * @example 'Runs jobs.'
   */
  @ValidateIf((_, value) => value !== undefined)
  @Matches(/^[^\p{Cc}]{0,500}$/u)
  description?: string;

  /** The new set, whole. Tokens that exist keep the set of their creation. */
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
  operator: 'Runs backups and restores, sees to volumes and thresholds.',
  readonly: 'Sees everything but the audit records, changes nothing.',
};

export const builtInRoleItems: readonly Role[] = builtInRoles.map((name) => ({
  name,
  description: purposes[name],
  capabilities: [...capabilitiesOfBuiltInRole[name]],
  builtIn: true,
  createdAt: null,
  updatedAt: null,
}));
