import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type AuditOutcome, auditOutcomes } from './audit-actions.js';
import { type AuditFilter, ActionPatterns } from './audit-filter.js';
import { invalidField } from '../../domain/error-codes.js';
import { networkText } from '../../http/client-address.js';
import { PageQuery } from '../../http/page.dto.js';
import { InstantField } from '../../http/query.decorators.js';
import { TextLine } from '../../http/text-line.decorator.js';

/** Filter for audit records, used by the list and the export. */
export class AuditFilterQuery {
  /**
   * Return only these actions, separated by commas: a whole action, or part of one, such as `token` for
   * `api_token.create`. `*` matches one dotted word and `**` any remaining words of the whole action.
   */
  @ActionPatterns('session.*,user.update')
  action?: string[];

  /** Return only successful, denied or failed actions. */
  @ApiProperty({ enum: auditOutcomes, enumName: 'AuditOutcome', required: false })
  @IsOptional()
  @IsIn(auditOutcomes)
  outcome?: AuditOutcome;

  /**
   * Return only actions of users with this username, including attempts that claimed it. Without a user of exactly this
   * name, the text matches part of the name, ignoring case; `*` matches any characters of the whole name. If
   * the log contains more than 1,000 names, the filter reads the records in order: set `since` to limit them.
   * @example 'otto'
   */
  @OneLine()
  actor?: string;

  /**
   * Return only actions of the user with this id.
   * @example '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11'
   */
  @OneLine()
  actorId?: string;

  /**
   * Return only actions by or on this token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @OneLine()
  tokenId?: string;

  /**
   * Return only actions that this token performed.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @OneLine()
  byTokenId?: string;

  /**
   * Return only actions that were performed on this token.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @OneLine()
  aboutTokenId?: string;

  /**
   * Return only actions on this target. If no record has exactly this target, the text matches part of the target or of
   * its name, ignoring case; that reads the records in order, so give `since` where there are millions. `*` matches
   * any characters of the whole target; with `*` only at the end an index is used.
   * @example 'job:embedded:*'
   */
  @OneLine()
  target?: string;

  /**
   * Return only actions from this address or network.
   * @example '192.0.2.0/24'
   */
  @OneLine()
  ip?: string;

  /**
   * Return only actions of the request with this X-Request-Id.
   * @example '0f1d5c3a9be14c0f'
   */
  @OneLine()
  requestId?: string;

  /** Return only records at or after this time. */
  @InstantField()
  since?: Date;

  /** Return only records before this time. */
  @InstantField()
  until?: Date;
}

export class AuditQuery extends IntersectionType(PageQuery, AuditFilterQuery) {}

function OneLine(): PropertyDecorator {
  const one = TextLine({ max: 300 });
  return (target, property) => {
    IsOptional()(target, property);
    one(target, property);
  };
}

/** AppError validation_failed for an `ip` that is neither an address nor a network. */
export function auditFilterOf(query: AuditFilterQuery): AuditFilter {
  const { action: actions, byTokenId: byToken, aboutTokenId: aboutToken, ip, ...exact } = query;
  const { outcome, actor, actorId, tokenId, target, requestId, since, until } = exact;
  const network = ip === undefined ? undefined : networkText(ip);
  if (network === null)
    throw invalidField('ip', 'ip must be an address or a network, for example 192.0.2.0/24', 'invalid_format');
  const tokens = { tokenId, byToken, aboutToken };
  const given = { actions, outcome, actor, actorId, ...tokens, target, network, requestId, since, until };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
