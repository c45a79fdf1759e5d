import { type QueryKey, type UseInfiniteQueryResult, type UseQueryResult, hashKey } from '@tanstack/react-query';
import { useState } from 'react';

interface Failure {
  readonly hash: string;
  readonly error: Error;
}

/**
 * A question that failed stays failed while it is asked again, until its answer is there: else what says so, and the button
 * that asks again, would go and come with every try.
 */
export function useFaultKept<Result extends UseQueryResult | UseInfiniteQueryResult>(
  key: QueryKey,
  result: Result,
): Result {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { error } = result;
  const hash = hashKey(key);
  if (error !== null && (failure?.error !== error || failure.hash !== hash)) setFailure({ hash, error });
  if (failure?.hash !== hash || !isAskedAgain(result)) return result;
  const failed = { data: undefined, error: failure.error, status: 'error', isError: true, isLoadingError: true };
  return { ...result, ...failed, isPending: false, isSuccess: false, isPlaceholderData: false };
}

/** Never answered yet, and refused before. */
function isAskedAgain(result: UseQueryResult | UseInfiniteQueryResult): boolean {
  return result.error === null && result.errorUpdatedAt > 0 && (result.isPending || result.isPlaceholderData);
}
