import { anyRun, anyText, type GlobToken, matchesGlob } from '../domain/glob.js';
import { type AuditOutcome } from './audit-actions.js';

/** Which audit records are wanted: those that fit every member given. */
export interface AuditFilter {
  /** Any of these: dotted words, `*` for one word, `**` for any rest. */
  readonly actions?: readonly string[];
  readonly outcome?: AuditOutcome;
  /** Name of who acted. */
  readonly actor?: string;
  /** Id of who acted. */
  readonly actorId?: string;
  /** A token that acted, or that the record is about. */
  readonly tokenId?: string;
  /** A token that the record is about. */
  readonly aboutToken?: string;
  /** Exact, or the beginning with a `*` behind it. */
  readonly target?: string;
  /** An address or a network, as PostgreSQL's inet takes it. */
  readonly network?: string;
  readonly requestId?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

/** What actions may be asked for: words of small letters, underscores and stars. */
export const actionPattern = /^[a-z_*]+(\.[a-z_*]+){0,5}$/;

/** Word for word the expression of the index audit_record_address_idx, which is what lets PostgreSQL use it. */
const address = `(CASE WHEN record.ip ~ '^[0-9a-f.:]+$' THEN record.ip::inet END)`;

/** Values of a statement, in the order of their `$n`. */
export class StatementValues {
  readonly list: unknown[] = [];

  /** The placeholder of this value. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** SQL conditions on `audit_record AS record`, to be joined by AND. Adds what they compare with to `values`. */
export function conditionsOf(filter: AuditFilter, values: StatementValues): string[] {
  const { actions, tokenId, ...others } = filter;
  const conditions = simpleConditions(others, values);
  if (actions !== undefined) conditions.push(`record.action ~ ${values.add(actionExpression(actions))}`);
  if (tokenId !== undefined) conditions.push(`(${tokenBranches(tokenId, values).join(' OR ')})`);
  return conditions;
}

/** All but those whose order an index gives only for one of several values at a time. */
export function simpleConditions(filter: Omit<AuditFilter, 'actions' | 'tokenId'>, values: StatementValues): string[] {
  const { outcome, target, network, since, until } = filter;
  const conditions = exactColumns
    .filter(({ member }) => filter[member] !== undefined)
    .map(({ member, column }) => `record.${column} = ${values.add(filter[member])}`);
  if (outcome !== undefined) conditions.push(outcomeCondition(outcome, values));
  if (target !== undefined) conditions.push(targetCondition(target, values));
  if (network !== undefined) conditions.push(networkCondition(network, values));
  if (since !== undefined) conditions.push(`record.at >= ${values.add(since)}`);
  if (until !== undefined) conditions.push(`record.at < ${values.add(until)}`);
  return conditions;
}

const exactColumns = [
  { member: 'actor', column: 'actor_name' },
  { member: 'actorId', column: 'actor_id' },
  { member: 'aboutToken', column: 'token_id' },
  { member: 'requestId', column: 'request_id' },
] as const;

function networkCondition(network: string, values: StatementValues): string {
  return `${address} ${network.includes('/') ? '<<=' : '='} ${values.add(network)}::inet`;
}

/** What the token did, and what else was done about it: no record is in both. */
export function tokenBranches(tokenId: string, values: StatementValues): string[] {
  const id = values.add(tokenId);
  return [
    `record.actor_token_id = ${id}`,
    `(record.token_id = ${id} AND record.actor_token_id IS DISTINCT FROM ${id})`,
  ];
}

/** Whether one of the patterns describes the whole action. */
export function matchesAction(patterns: readonly string[], action: string): boolean {
  return patterns.some((pattern) => matchesGlob(tokensOf(pattern), action, '.'));
}

function tokensOf(pattern: string): GlobToken[] {
  return (pattern.match(/\*+|[^*]/g) ?? []).map((mark) => {
    if (!mark.startsWith('*')) return mark;
    return mark === '*' ? anyRun : anyText;
  });
}

/** The same for PostgreSQL, whose expressions take linear time here. */
function actionExpression(patterns: readonly string[]): string {
  return `^(${patterns.map(sourceOf).join('|')})$`;
}

function sourceOf(pattern: string): string {
  const parts = pattern.split(/(\*\*+|\*|\.)/);
  return parts
    .map((part) => (part.startsWith('**') ? '.*' : part === '*' ? '[^.]*' : part === '.' ? '[.]' : part))
    .join('');
}

/** The predicate of the index of what was not done names no value. */
function outcomeCondition(outcome: AuditOutcome, values: StatementValues): string {
  const isOutcome = `record.outcome = ${values.add(outcome)}`;
  return outcome === 'success' ? isOutcome : `${isOutcome} AND record.outcome <> 'success'`;
}

function targetCondition(target: string, values: StatementValues): string {
  if (!target.endsWith('*')) return `record.target = ${values.add(target)}`;
  const beginning = target.slice(0, -1).replaceAll(/[\\%_]/g, String.raw`\$&`);
  return `record.target LIKE ${values.add(`${beginning}%`)}`;
}
