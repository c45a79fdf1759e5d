import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional, Matches, MaxLength } from 'class-validator';
import { anyRun, anyText, charactersOf, type GlobToken, matchesGlob } from '../../domain/name-pattern.js';
import { type AuditOutcome } from './audit-actions.js';

interface ExactFilter {
  readonly outcome?: AuditOutcome;
  /** Id of who acted. */
  readonly actorId?: string;
  /** A token that acted, or that the record is about. */
  readonly tokenId?: string;
  /** The token that acted. */
  readonly byToken?: string;
  /** A token that the record is about. */
  readonly aboutToken?: string;
  /** An address or a network, as PostgreSQL's inet takes it. */
  readonly network?: string;
  readonly requestId?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

/**
 * Which audit records are wanted: those that fit every member given. A text for actions, actor or target is a pattern for the whole
 * where it has a `*`, else the whole where there is such a one, else a part ignoring case.
 */
export interface AuditFilter extends ExactFilter {
  /** Any of these. Of the dotted words of an action `*` is one, and `**` any rest. */
  readonly actions?: readonly string[];
  /** Name of who acted. */
  readonly actor?: string;
  /** What it was done to, or its name. */
  readonly target?: string;
}

/** The same filter with values from the records, so that an index applies. */
export interface ResolvedAuditFilter extends ExactFilter {
  /** Whole actions; absent: all. */
  readonly actions?: readonly string[];
  readonly actor?: ActorMatch;
  readonly target?: TargetMatch;
}

/** `part` and `like` match ignoring case. They are used if there are too many names to read them first. */
export type ActorMatch = { readonly names: readonly string[] } | { readonly like: string } | { readonly part: string };

/** `named`: targets whose records do not have the name that the part is of. */
export type TargetMatch =
  | { readonly is: string }
  | { readonly like: string }
  | { readonly part: string; readonly named: readonly string[] };

/** Allowed in an action filter: lowercase letters, underscores, dots and stars. */
export const actionPattern = /^[a-z_*.]+$/;

/** Word for word the expression of the index audit_record_address_idx, which is what lets PostgreSQL use it. */
const address = `(CASE WHEN record.ip ~ '^[0-9a-f.:]+$' THEN record.ip::inet END)`;

/** Values of a statement, in the order of their `$n`. */
export class SqlParams {
  readonly list: unknown[] = [];

  /** The placeholder of this value. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** SQL conditions on `audit_record AS record`, to be joined by AND. Adds what they compare with to `values`. */
export function conditionsOf(filter: ResolvedAuditFilter, values: SqlParams): string[] {
  const { actions, tokenId, ...others } = filter;
  const conditions = simpleConditions(others, values);
  if (actions !== undefined) conditions.push(`record.action = ANY(${values.add(actions)})`);
  if (tokenId !== undefined) conditions.push(`(${tokenBranches(tokenId, values).join(' OR ')})`);
  return conditions;
}

/** All but those whose order an index gives only for one of several values at a time. */
export function simpleConditions(
  filter: Omit<ResolvedAuditFilter, 'actions' | 'tokenId'>,
  values: SqlParams,
): string[] {
  const { outcome, actor, target, network, since, until } = filter;
  const conditions = exactColumns
    .filter(({ member }) => filter[member] !== undefined)
    .map(({ member, column }) => `record.${column} = ${values.add(filter[member])}`);
  if (actor !== undefined) conditions.push(actorCondition(actor, values));
  if (outcome !== undefined) conditions.push(outcomeCondition(outcome, values));
  if (target !== undefined) conditions.push(targetCondition(target, values));
  if (network !== undefined) conditions.push(networkCondition(network, values));
  if (since !== undefined) conditions.push(`record.at >= ${values.add(since)}`);
  if (until !== undefined) conditions.push(`record.at < ${values.add(until)}`);
  return conditions;
}

const exactColumns = [
  { member: 'actorId', column: 'actor_id' },
  { member: 'byToken', column: 'actor_token_id' },
  { member: 'aboutToken', column: 'token_id' },
  { member: 'requestId', column: 'request_id' },
] as const;

function networkCondition(network: string, values: SqlParams): string {
  return `${address} ${network.includes('/') ? '<<=' : '='} ${values.add(network)}::inet`;
}

/** What the token did, and what else was done about it: no record is in both. */
export function tokenBranches(tokenId: string, values: SqlParams): string[] {
  const id = values.add(tokenId);
  return [
    `record.actor_token_id = ${id}`,
    `(record.token_id = ${id} AND record.actor_token_id IS DISTINCT FROM ${id})`,
  ];
}

/** The recorded actions that match one of the texts. */
export function fittingActions(texts: readonly string[], onRecord: readonly string[]): string[] {
  const fitting = new Set(texts.flatMap((text) => meantBy(text, onRecord, '.')));
  return onRecord.filter((action) => fitting.has(action));
}

/** The recorded names that match the text. */
export function fittingNames(text: string, onRecord: readonly string[]): readonly string[] {
  return meantBy(text, onRecord, null);
}

function meantBy(text: string, onRecord: readonly string[], separator: string | null): readonly string[] {
  const folded = text.toLowerCase();
  if (text.includes('*')) {
    const tokens = tokensOf(folded);
    return onRecord.filter((value) => matchesGlob(tokens, charactersOf(value.toLowerCase()), separator));
  }
  return onRecord.includes(text) ? [text] : onRecord.filter((value) => value.toLowerCase().includes(folded));
}

function tokensOf(pattern: string): GlobToken[] {
  return (pattern.match(/\*+|[^*]/gu) ?? []).map((mark) => {
    if (!mark.startsWith('*')) return mark;
    return mark === '*' ? anyRun : anyText;
  });
}

/** For LIKE: each `*` is any text, and what LIKE has for a sign is itself. */
export function likePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll(/\*+/g, '%');
}

/** One name is found with its records in order; of several PostgreSQL decides by how many records they have. */
function actorCondition(actor: ActorMatch, values: SqlParams): string {
  if ('like' in actor) return `lower(record.actor_name) LIKE lower(${values.add(actor.like)}::text)`;
  if ('part' in actor) return `strpos(lower(record.actor_name), lower(${values.add(actor.part)}::text)) > 0`;
  return actor.names.length === 1
    ? `record.actor_name = ${values.add(actor.names[0])}`
    : `record.actor_name = ANY(${values.add(actor.names)})`;
}

/** The predicate of the index of failed actions contains no value. */
function outcomeCondition(outcome: AuditOutcome, values: SqlParams): string {
  const isOutcome = `record.outcome = ${values.add(outcome)}`;
  return outcome === 'success' ? isOutcome : `${isOutcome} AND record.outcome <> 'success'`;
}

function targetCondition(target: TargetMatch, values: SqlParams): string {
  if ('is' in target) return `record.target = ${values.add(target.is)}`;
  if ('like' in target) return `record.target LIKE ${values.add(target.like)}`;
  const part = `lower(${values.add(target.part)}::text)`;
  const isPart = `strpos(lower(record.target), ${part}) > 0 OR strpos(lower(record.target_name), ${part}) > 0`;
  return `(${isPart} OR record.target = ANY(${values.add(target.named)}))`;
}

const message =
  'action must be words of an action, in full or in part, with * for one word or ** for any remaining words; separate several with commas';

/** Actions in a query, as AuditFilter takes them, separated by commas. At most 20. */
export function ActionPatterns(example: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? value.split(',').map((word) => word.trim().toLowerCase()) : (value as unknown),
    ),
    IsOptional(),
    ArrayMaxSize(20, { message }),
    MaxLength(100, { each: true, message }),
    Matches(actionPattern, { each: true, message }),
    ApiProperty({
      type: 'array',
      isArray: false,
      items: { type: 'string', maxLength: 100 },
      maxItems: 20,
      required: false,
      examples: [example.split(',')],
    }),
  );
}
