import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { type AuditOutcome, auditOutcomes } from '../events/audit-actions.js';
import { type AuditFilter } from '../events/audit-filter.js';
import { ActionPatterns } from '../events/audit-query.decorators.js';
import { invalidField } from '../domain/refusals.js';
import { networkText } from '../platform/http/client-address.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { InstantField } from '../platform/http/query.decorators.js';

/** Which audit records are wanted, by the list and by the export. */
export class AuditFilterQuery {
  /** Only these actions, several by commas: dotted words, `*` for one word, `**` for any rest. */
  @ActionPatterns('session.*,user.update')
  action?: string[];

  /** Only what was done, was refused for who asked, or failed. */
  @ApiProperty({ enum: auditOutcomes, enumName: 'AuditOutcome', required: false })
  @IsOptional()
  @IsIn(auditOutcomes)
  outcome?: AuditOutcome;

  /**
   * Only what the person of this username did, or somebody who claimed to be them.
   * @example 'otto'
   */
  @OneLine()
  actor?: string;

  /**
   * The same by the person's id.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  @OneLine()
  actorId?: string;

  /**
   * Only what this token did, and what was done to it.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @OneLine()
  tokenId?: string;

  /**
   * Only what was done to this; with `*` at its end, to whatever begins so.
   * @example 'job:embedded:*'
   */
  @OneLine()
  target?: string;

  /**
   * Only what came from this address, or from this network.
   * @example '192.0.2.0/24'
   */
  @OneLine()
  ip?: string;

  /**
   * Only what this request did, as in its X-Request-Id.
   * @example '0f1d5c3a9be14c0f'
   */
  @OneLine()
  requestId?: string;

  /** Only records at this time or later. */
  @InstantField()
  since?: Date;

  /** Only records before this time. */
  @InstantField()
  until?: Date;
}

export class AuditQuery extends IntersectionType(PageQuery, AuditFilterQuery) {}

function OneLine(): PropertyDecorator {
  const one = Matches(/^[^\p{Cc}]{1,300}$/u, { message: '$property must be 1 to 300 characters on one line' });
  return (target, property) => {
    IsOptional()(target, property);
    one(target, property);
  };
}

/** Refusal validation_failed for an `ip` that is neither an address nor a network. */
export function auditFilterOf(query: AuditFilterQuery): AuditFilter {
  const { action, outcome, actor, actorId, tokenId, target, ip, requestId, since, until } = query;
  const network = ip === undefined ? undefined : networkText(ip);
  if (network === null) throw invalidField('ip', 'ip must be an address or a network, for example 192.0.2.0/24');
  const given = { actions: action, outcome, actor, actorId, tokenId, target, network, requestId, since, until };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
