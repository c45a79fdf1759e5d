import { type ResolvedChain, type RestoreReader } from '../../domain/restore-reader.port.js';
import { type RawPath } from '../../domain/catalog-entry.js';
import { AppError } from '../../domain/error-codes.js';
import { type Scope } from '../../domain/principal.js';
import { linearExpression } from '../../platform/expressions/linear-expression.js';

/** As many as a request may name one by one: a Director is sent the id of each. */
export const mostMatches = 10_000;

/**
 * All files and links of the chain whose path matches, or the first `limit` of them; none without an expression. The expression
 * sees invalid UTF-8 in a path as U+FFFD.
 */
export async function expressionSelection(
  reader: RestoreReader,
  scope: Scope,
  chain: ResolvedChain,
  text: string | undefined,
  limit?: number,
): Promise<readonly RawPath[]> {
  if (text === undefined) return [];
  const expression = linearExpression(text, 'expression');
  const most = limit ?? mostMatches + 1;
  const found: RawPath[] = [];
  await reader.readPaths(scope, chain, (paths) => {
    for (const path of paths) if (found.length < most && expression.test(path.text)) found.push(path);
    return found.length < most;
  });
  if (limit !== undefined || found.length <= mostMatches) return found;
  const detail = `The expression matches more than ${mostMatches} files. Select folders, or use a narrower expression.`;
  throw new AppError('selection_too_large', detail, { params: { limit: mostMatches } });
}
