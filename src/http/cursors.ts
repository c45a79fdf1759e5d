import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type PageKey, type PageRequest, type Slice } from '../domain/pagination.js';
import { AppError } from '../domain/error-codes.js';
import { InstanceKey } from '../platform/security/secret-box.js';
import { type PageOf } from './api-answers.js';
import { type PageQuery } from './page.dto.js';

/** What a cursor belongs to: a cursor of one list makes no sense in another. */
export interface CursorContext {
  /** The operation's id, for example `listRuns`. */
  readonly operation: string;
  readonly director?: string;
  /** The query without `cursor`, `limit` and `count`. */
  readonly query?: object;
  /** How rows are read, where there is more than one way. */
  readonly method?: string;
}

const cursorVersion = 1;
const macLength = 22;

/** Seals the place where a page ended into an opaque text, and opens it only for the same list with the same filters. */
@Injectable()
export class Cursors {
  private readonly key: Buffer;

  constructor(instanceKey: InstanceKey) {
    this.key = instanceKey.derive('cursor');
  }

  /** The page of a query. AppError cursor_mismatch if the cursor belongs to another list. */
  requestOf(query: PageQuery, context: CursorContext): PageRequest {
    const after = query.cursor === undefined ? undefined : this.open(query.cursor, context);
    return { limit: query.limit, ...(after ? { after } : {}), ...(query.count === true ? { count: true } : {}) };
  }

  /** The answer for a slice, each row mapped by `toItem`. */
  pageOf<T, U>(slice: Slice<T>, context: CursorContext, toItem: (row: T) => U): PageOf<U> {
    return {
      items: slice.items.map(toItem),
      nextCursor: slice.next === null ? null : this.seal(slice.next, context),
      ...(slice.total ? { total: { ...slice.total } } : {}),
    };
  }

  seal(key: PageKey, context: CursorContext): string {
    const payload = Buffer.from(JSON.stringify(key)).toString('base64url');
    return `${this.mac(payload, context)}${payload}`;
  }

  open(cursor: string, context: CursorContext): PageKey {
    const payload = cursor.slice(macLength);
    const given = Buffer.from(cursor.slice(0, macLength));
    const expected = Buffer.from(this.mac(payload, context));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      const detail = 'This cursor belongs to another list or to other filters. Start again without a cursor.';
      throw new AppError('cursor_mismatch', detail, { errors: [{ field: 'cursor', code: 'cursor_mismatch', detail }] });
    }
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as PageKey;
  }

  private mac(payload: string, context: CursorContext): string {
    const parts = [
      cursorVersion,
      context.operation,
      context.director ?? '',
      context.method ?? '',
      stableQuery(context.query),
      payload,
    ];
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest('base64url').slice(0, macLength);
  }
}

const pagingWords: ReadonlySet<string> = new Set(['cursor', 'limit', 'count']);

function stableQuery(query: object = {}): unknown[] {
  return Object.entries(query)
    .filter(([name, value]) => !pagingWords.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
